/* Playing a card: the card, one of its ways, and what it aims at; and a form above the cards that needs none. */

import { useState } from "preact/hooks";
import { Face, Piece, Words, useTable } from "./pieces";
import { pressed } from "./store";
import type { Aim, Answer, Item, Move, PlayCard, View } from "./view";
import { _ } from "./words";

/** What is chosen so far for a question: the card, its way, and the targets by the name of the aim. */
export interface Draft {
  ask: number;
  card: Item | null;
  way: number;
  aims: { [name: string]: number[] };
}

export const NO_DRAFT: Draft = { ask: -1, card: null, way: 0, aims: {} };

/** Return the moves of a card. */
export const movesOf = (prompt: PlayCard, card: Item): Move[] => prompt.moves.filter((move) => move.card === card);

/** Return the targets of an aim: those chosen, or all there are where there is nothing to choose. */
function targets(aim: Aim, draft: Draft): number[] | null {
  const chosen = draft.aims[aim.name]?.filter((value) => aim.among.some((each) => each.value === value)) ?? [];
  if (chosen.length >= aim.low && chosen.length <= aim.high) return aim.again ? chosen : [...chosen].sort((a, b) => a - b);
  if (aim.among.length === aim.low && !aim.again) return aim.among.map((each) => each.value);
  if (aim.among.length === 1 && aim.again) return Array<number>(aim.low).fill(aim.among[0]?.value ?? 0);
  return null;
}

const needsChoice = (aim: Aim): boolean => aim.among.length > Math.max(1, aim.again ? 1 : aim.low) || aim.low !== aim.high;

/** Return the answer that makes a move, or null while something is still to be chosen. */
export function answerOf(prompt: PlayCard, move: Move, draft: Draft): Answer | null {
  const chosen = move.aims.map((at) => {
    const aim = prompt.aims[at];
    return aim ? targets(aim, draft) : null;
  });
  return chosen.includes(null) ? null : [move.card, move.alternative, chosen as number[][]];
}

/** Return the answer of a card that leaves nothing to choose; null for any other. */
export function plainMove(prompt: PlayCard, card: Item, draft: Draft): Answer | null {
  const moves = movesOf(prompt, card);
  const [move] = moves;
  return moves.length === 1 && move ? answerOf(prompt, move, draft) : null;
}

/** Return the aim of a form whose targets are the cards of a hand: they can be pressed where they are. */
export function aimInHand(prompt: PlayCard, hand: Item[]): Aim | null {
  const form = prompt.moves.find((move) => move.card === "");
  for (const at of form?.aims ?? []) {
    const aim = prompt.aims[at];
    if (!aim || aim.again || !needsChoice(aim)) continue;
    const left = [...hand];
    const all = aim.among.every(({ item }) => {
      const found = item === undefined ? -1 : left.indexOf(item);
      if (found >= 0) left.splice(found, 1);
      return found >= 0;
    });
    if (all) return aim;
  }
  return null;
}

/** Return what is chosen of an aim after one more press on a target. */
export function toggled(aim: Aim, draft: Draft, value: number): Draft {
  const chosen = draft.aims[aim.name] ?? [];
  const has = chosen.includes(value);
  let next: number[];
  if (aim.high === 1) next = has && aim.low === 0 ? [] : [value];
  else if (aim.again) next = chosen.length >= aim.high ? [value] : [...chosen, value];
  else if (has) next = chosen.filter((each) => each !== value);
  else next = chosen.length >= aim.high ? [...chosen.slice(1), value] : [...chosen, value];
  return { ...draft, aims: { ...draft.aims, [aim.name]: next } };
}

/** The words to pass, and the form that needs no card. */
export function PlayCardAnswers({
  prompt,
  view,
  draft,
  change,
  inHand,
}: {
  prompt: PlayCard;
  view: View;
  draft: Draft;
  change: (draft: Draft) => void;
  /** The aim whose targets are pressed in the hand, if there is one. */
  inHand: Aim | null;
}) {
  const { state, answer } = useTable();
  const [aside, setAside] = useState(false);
  const form = prompt.moves.find((move) => move.card === "");
  const mark = pressed(state, prompt);
  const given = form ? answerOf(prompt, form, draft) : null;
  const passes = prompt.passes.filter((pass) => !pass.aside || aside);
  const hidden = prompt.passes.some((pass) => pass.aside) && !aside;
  return (
    <div class="answers">
      {form?.aims.map((at) => {
        const aim = prompt.aims[at];
        return aim && aim !== inHand && needsChoice(aim) ? <AimRow key={aim.name} aim={aim} view={view} draft={draft} change={change} /> : null;
      })}
      <div class="buttons" style={{ "--columns": passes.length + (form ? 1 : 0) + (hidden ? 1 : 0) > 2 ? 3 : 2 }}>
        {passes.map((pass) => (
          <button key={pass.answer} type="button" class={`answer ${view.lesson?.wanted === pass.answer ? "gold wanted" : "plain"}${mark === pass.answer ? " pressed" : ""}`} onClick={() => answer(prompt, pass.answer)}>
            <span><Words runs={pass.words} /></span>
          </button>
        ))}
        {hidden ? <button type="button" class="answer quiet" onClick={() => setAside(true)}>{_("More …")}</button> : null}
        {form ? (
          <button type="button" class="answer gold" disabled={given === null} onClick={() => given !== null && answer(prompt, given)}>
            <span>{prompt.done.length ? <Words runs={prompt.done} /> : _("Done")}</span>
          </button>
        ) : null}
      </div>
    </div>
  );
}

/** A card that was chosen, large, with what it does, its ways, and what it aims at. */
export function CardDetail({
  prompt,
  card,
  view,
  draft,
  change,
  text,
  close,
}: {
  prompt: PlayCard | null;
  card: Item;
  view: View;
  draft: Draft;
  change: (draft: Draft) => void;
  text: string;
  close: () => void;
}) {
  const { state, answer } = useTable();
  const moves = prompt ? movesOf(prompt, card) : [];
  const move = moves.find((each) => each.alternative === draft.way) ?? moves[0];
  const name = state.art[card]?.name ?? card;
  const given = prompt && move ? answerOf(prompt, move, draft) : null;
  // what the form has chosen already is carried along
  const [carried] = useState(() => Object.keys(draft.aims).filter((aim) => draft.aims[aim]?.length));
  return (
    <section class="detail" role="dialog" aria-label={name}>
      <button type="button" class="close" aria-label={_("Put it back")} onClick={close}>×</button>
      <Piece item={card} />
      <div class="about">
        <h3>{name}</h3>
        <p>{move?.text || text}</p>
        {moves.length > 1 ? (
          <div class="ways" role="radiogroup" aria-label={_("How to play it")}>
            {moves.map((each) => (
              <button
                key={each.alternative}
                type="button"
                role="radio"
                aria-checked={each === move}
                class={`way${each === move ? " chosen" : ""}`}
                onClick={() => change({ ...draft, way: each.alternative })}
              >
                {each.words.length ? <Words runs={each.words} /> : each.text}
              </button>
            ))}
          </div>
        ) : null}
        {move && prompt
          ? move.aims.map((at) => {
              const aim = prompt.aims[at];
              return aim && needsChoice(aim) && !carried.includes(aim.name) ? <AimRow key={aim.name} aim={aim} view={view} draft={draft} change={change} /> : null;
            })
          : null}
        {prompt && move ? (
          <button
            type="button"
            class="answer gold"
            disabled={given === null}
            onClick={() => {
              if (given === null) return;
              answer(prompt, given);
              close();
            }}
          >
            <span>{given === null ? _("Choose above") : _("Play {card}", { card: name })}</span>
          </button>
        ) : null}
      </div>
    </section>
  );
}

/** One thing that a move aims at: members by their faces, cards by their drawings. */
function AimRow({ aim, view, draft, change }: { aim: Aim; view: View; draft: Draft; change: (draft: Draft) => void }) {
  const chosen = draft.aims[aim.name] ?? [];
  const crowd = aim.among.length > 4;
  return (
    <div class={`aim${crowd ? " crowd" : ""}`} role="group">
      <small><Words runs={aim.words} bare />{aim.high > 1 ? ` (${aim.low === aim.high ? _("{n} of {all}", { n: chosen.length, all: aim.low }) : _("{n} of {low} to {high}", { n: chosen.length, low: aim.low, high: aim.high })})` : ""}</small>
      <span class="targets">
        {aim.among.map((each) => {
          const row = view.seats.find((seat) => seat.seat === each.seat);
          const many = chosen.filter((value) => value === each.value).length;
          return (
            <button key={each.value} type="button" aria-pressed={many > 0} class={`target${many ? " chosen" : ""}`} onClick={() => change(toggled(aim, draft, each.value))}>
              {row ? <Face row={row} /> : each.item ? <Piece item={each.item} /> : null}
              <span class={crowd && each.item ? "unseen" : ""}><Words runs={each.words} bare /></span>
              {many > 1 ? <b class="count">{many}</b> : null}
            </button>
          );
        })}
      </span>
    </div>
  );
}
