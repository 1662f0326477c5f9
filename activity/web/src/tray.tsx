/* The lower part, which is the viewer's: their hand, and the one thing to decide. */

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { ChooseAnswers, useChoose } from "./choose";
import { Hand, type Held } from "./hand";
import { Face, Words, kinds, numbered, plain, running, useTable } from "./pieces";
import { CardDetail, type Draft, NO_DRAFT, PlayCardAnswers, aimInHand, movesOf, plainMove, toggled } from "./play_card";
import type { Laying } from "./place";
import { scoresIn } from "./scores";
import { Gauges, Pile } from "./seats";
import { acting, pressed } from "./store";
import type { Choose, Hint, Item, Legend, Lobby, Pick, PlayCard, Prompt, Runs, View, Zone } from "./view";
import { _, ngettext, pgettext } from "./words";

/** So few cards are large, with the words beside them. */
const LARGE = 3;

/** Return the viewer's open questions, the one to decide first. */
export function questions(view: View): Prompt[] {
  return Object.values(view.prompts).sort(
    (a, b) => Number(b.urgent) - Number(a.urgent) || Number(a.folded !== "") - Number(b.folded !== "") || a.id - b.id,
  );
}

/** Return the question that the tray shows: the first that is not folded away. */
export const mainQuestion = (view: View): Prompt | null => questions(view).find((prompt) => !prompt.folded) ?? null;

export function Tray({ view, laying }: { view: View; laying: Laying | null }) {
  const { state, open, share } = useTable();
  const tray = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (tray.current?.parentElement) makeRoom(tray.current, tray.current.parentElement);
  });
  const main = mainQuestion(view);
  const rest = questions(view).filter((prompt) => prompt !== main);
  const me = view.seats.find((row) => row.seat === view.me);
  const zones = view.order.map((id) => view.blocks[id]).filter((block): block is Zone => block?.kind === "zone" && block.owner === view.me);
  const hand = zones.find((zone) => zone.mine);
  const beside = zones.filter((zone) => zone !== hand && zone.items.length && zone.layout !== "stock");
  const hints = view.order.map((id) => view.blocks[id]).filter((block): block is Hint => block?.kind === "hint");
  const time = useMemo(() => running(state, main?.time ?? null), [main?.time?.until]);
  return (
    <section ref={tray} class={`tray${main ? " asks" : ""}`} aria-label={_("Yours")}>
      {main?.time ? <div key={main.time.until} class="time runs" style={time} aria-hidden="true"><i /></div> : <div class="time" />}
      <div class="mine" data-seat={me?.seat}>
        {me ? (
          <>
            <Face row={me} ring={main !== null} />
            <b>{_("You")}</b>
            {me.low.length ? <span class="low"><Words runs={me.low} bare /></span> : null}
            {me.badge.length ? <small class="soft"><Words runs={me.badge} bare /></small> : null}
            <Gauges gauges={me.gauges} />
          </>
        ) : (
          <b class="soft">{_("You're watching")}</b>
        )}
        <span class="folded">
          {view.lesson ? null : <Asides view={view} />}
          {view.lobby?.may_set ? (
            <button type="button" class="chip-button" onClick={() => open({ kind: "settings" })}>{_("Game and settings")}</button>
          ) : null}
          {view.result?.over && state.shares ? (
            <button type="button" class="chip-button" onClick={share}>{pgettext("show it to others", "Share")}</button>
          ) : null}
          {rest.map((prompt) => (
            <button key={prompt.id} type="button" class="chip-button" onClick={() => open({ kind: "prompt", id: prompt.id })}>
              {prompt.folded || short(plain(prompt.title))}
            </button>
          ))}
        </span>
      </div>
      {view.lobby && state.greeting.length ? <Greeting lines={state.greeting} /> : null}
      {view.lobby && !view.result && !state.greeting.length ? <Terms lobby={view.lobby} /> : null}
      <Decision key={main?.id ?? 0} view={view} prompt={main} also={rest} hand={hand} beside={beside} hints={hints} laying={laying} />
      <Controls view={view} />
    </section>
  );
}

/** What is new to a member at their first seats. */
function Greeting({ lines }: { lines: Runs[] }) {
  return <div class="terms" role="status">{lines.map((line, n) => <p key={n} class={n ? "" : "first"}><Words runs={line} /></p>)}</div>;
}

/** What one sits down to: the game in short, its stakes, who is missing, what is different from the usual. */
function Terms({ lobby }: { lobby: Lobby }) {
  const missing = lobby.missing ? ngettext("{n} more player to start", "{n} more players to start", lobby.missing) : ngettext("{n} seat is free", "{n} seats are free", lobby.free);
  return (
    <div class="terms">
      <p><b>{missing}</b></p>
      <p>{lobby.about}</p>
      {lobby.stakes.length ? <p><Words runs={lobby.stakes} /></p> : null}
      {lobby.options.length ? <p><Words runs={lobby.options} /></p> : null}
    </div>
  );
}

/** The least height that the table keeps, and the least size that a decision may shrink to. */
const LEAST_TABLE = 172;
const LEAST_SIZE = 0.66;

/** Make a decision smaller that would leave no room for the table: nobody scrolls to decide. */
function makeRoom(tray: HTMLElement, below: HTMLElement): void {
  tray.style.zoom = "";
  const page = below.parentElement;
  const head = page?.querySelector<HTMLElement>(".head");
  if (!page || !head) return;
  const beside = below.offsetTop < head.offsetHeight;
  const room = page.clientHeight - (beside ? 0 : head.offsetHeight + LEAST_TABLE) - (below.offsetHeight - tray.offsetHeight);
  for (let size = 1; size > LEAST_SIZE && tray.getBoundingClientRect().height > room; size -= 0.04) tray.style.zoom = String(size);
}

const short = (words: string): string => (words.length > 22 ? `${words.slice(0, 21).trimEnd()}…` : words);

/** From so many buttons on, all else is smaller. */
const CROWD = 6;
const buttons = (prompt: Prompt | null): number => (prompt?.kind === "choose" ? prompt.options.filter((option) => option.item === undefined).length : 0);

/** A question with the items that answer it. */
export function Decision({
  view,
  prompt,
  also = [],
  hand,
  beside = [],
  hints = [],
  laying = null,
}: {
  view: View;
  prompt: Prompt | null;
  also?: Prompt[];
  hand?: Zone;
  beside?: Zone[];
  hints?: Hint[];
  laying?: Laying | null;
}) {
  const { state } = useTable();
  const [picked, setPicked] = useState<number[]>([]);
  const [draft, setDraft] = useState<Draft>(NO_DRAFT);
  const [shown, setShown] = useState<Item | null>(null);
  useEffect(() => setPicked([]), [prompt?.id]);
  const over = view.result !== null && view.table.phase !== "playing" && prompt === null;
  const { held, place, apart } = useHeld({ view, prompt, also, hand: over ? undefined : hand, beside: over ? [] : beside, laying, picked, setPicked, draft, setDraft, setShown });
  const large = held.length > 0 && held.length <= LARGE;
  const waits = prompt ? null : view.waits;
  const scores = hints.map((hint) => scoresIn(hint.line, held.map((each) => each.item))).find((each) => each !== null) ?? null;
  const words = (over ? [] : hints).flatMap((hint) => (hint.short.length ? hint.short : scores ? [scores.before] : [hint.line])).filter((line) => line.length);
  const inHand = prompt?.kind === "play_card" && hand ? aimInHand(prompt, hand.items) : null;
  const titled = view.order.some((id) => view.blocks[id]?.kind === "legend");
  const shownHeld = titled ? held.map((each) => (each.dim ? each : { ...each, title: state.art[each.item]?.name })) : scores ? held.map((each, n) => ({ ...each, below: each.below || scores.below[n] })) : held;
  const text = legendOf(view, shown);
  const play = shown === null ? null : playOf([prompt, ...also], shown);
  return (
    <>
      {shown !== null ? (
        <CardDetail prompt={play} card={shown} view={view} draft={draft} change={setDraft} text={text} close={() => setShown(null)} />
      ) : null}
      <div class={`decision${large ? " beside" : ""}${buttons(prompt) > CROWD ? " tight" : ""}`}>
        {held.length ? <Hand held={shownHeld} place={place} large={large} /> : null}
        <div class="words">
          {words.length ? (
            <p class="hint">{words.slice(0, 2).map((each, n) => <span key={n} class={n ? "" : "first"}><Words runs={each} bare={large} /></span>)}</p>
          ) : null}
          {prompt ? (
            <>
              {prompt.price ? <p class="price"><b>{prompt.price}</b> <span>{prompt.terms}</span></p> : null}
              <h2 class="question"><Words runs={prompt.title} /></h2>
              {prompt.given ? <p class="given"><Words runs={prompt.given} /></p> : null}
              {prompt.silent && prompt.time ? <p class="given">{_("Say nothing and you pass.")}</p> : null}
              {prompt.early ? <p class="given" role="status">{_("Your press waits its turn …")}</p> : null}
              {prompt.risk.length ? <p class="risk"><Words runs={prompt.risk} /></p> : null}
            </>
          ) : waits?.length ? (
            <p class="waits"><Words runs={waits} /></p>
          ) : null}
          {apart.length ? (
            <p class="apart">{apart.map((zone) => <span key={zone.id}><small>{zone.name}</small><Pile zone={zone} most={8} /></span>)}</p>
          ) : null}
        </div>
      </div>
      {prompt?.kind === "choose" ? <ChooseAnswers prompt={prompt} view={view} hand={held.filter((each) => each.press).map((each) => each.item)} /> : null}
      {prompt?.kind === "pick" ? <PickAnswers prompt={prompt} picked={picked} setPicked={setPicked} /> : null}
      {prompt?.kind === "place" && laying ? <PlaceAnswers laying={laying} /> : null}
      {prompt?.kind === "play_card" ? <PlayCardAnswers prompt={prompt} view={view} draft={draft} change={setDraft} inHand={inHand} /> : null}
      {prompt && pressed(state, prompt) !== undefined ? <span class="unseen" role="status">{_("Sent")}</span> : null}
    </>
  );
}

function playOf(prompts: (Prompt | null)[], card: Item): PlayCard | null {
  return (
    prompts.find((each): each is PlayCard => each?.kind === "play_card" && movesOf(each, card).length > 0) ?? null
  );
}

function legendOf(view: View, item: Item | null): string {
  for (const id of view.order) {
    const block = view.blocks[id];
    if (block?.kind === "legend") {
      const entry = (block as Legend).entries.find((each) => each.item === item);
      if (entry) return entry.text || entry.ways.join(" · ");
    }
  }
  return "";
}

interface HeldBy {
  view: View;
  prompt: Prompt | null;
  also: Prompt[];
  hand?: Zone;
  beside: Zone[];
  laying: Laying | null;
  picked: number[];
  setPicked: (picked: number[]) => void;
  draft: Draft;
  setDraft: (draft: Draft) => void;
  setShown: (item: Item | null) => void;
}

/** Return the viewer's items with what a press on each does, and the piles that lie apart from them. */
function useHeld(by: HeldBy): { held: Held[]; place: string; apart: Zone[] } {
  const { answer } = useTable();
  const wanted = by.view.lesson?.wanted ?? null;
  const { view, prompt, also, hand, beside, laying, picked, setPicked, draft, setDraft, setShown } = by;
  const choose = useChoose(prompt as Choose);

  if (laying && prompt?.kind === "place") {
    const held = numbered(prompt.items).map(({ item, nth, at }): Held => ({
      item,
      nth,
      press: () => laying.choose(at),
      drop: (spot) => spot && laying.lay(spot, at),
      gold: at === laying.next,
      dim: laying.placed[at] !== null,
      does: laying.placed[at] ? _("take it back") : _("place this one next"),
      below: laying.placed[at] ? _("laid") : at === laying.next ? _("next") : "",
    }));
    return { held, place: "placing", apart: [...(hand && !same(hand.items, prompt.items) ? [hand] : []), ...beside.filter((zone) => !same(zone.items, prompt.items))] };
  }

  if (prompt?.kind === "pick") {
    const zone = [hand, ...beside].find((each) => each && (each.id === prompt.zone || same(each.items, prompt.items)));
    const one = prompt.low === 1 && prompt.high === 1;
    const toggle = (at: number) => {
      if (one) return answer(prompt, [at]);
      if (picked.includes(at)) return setPicked(picked.filter((each) => each !== at));
      const kept = picked.length >= prompt.high ? picked.slice(1) : picked;
      setPicked([...kept, at].sort((a, b) => a - b));
    };
    const held = numbered(prompt.items).map(({ item, nth, at }): Held => {
      const may = prompt.places.includes(at);
      return {
        item,
        nth,
        press: may ? () => toggle(at) : undefined,
        picked: one ? undefined : picked.includes(at),
        gold: Array.isArray(wanted) && wanted.some((each) => each === at),
        dim: !may,
        tag: zone?.shown[at] && !zone.shown.every(Boolean) ? _("open") : "",
        does: one ? _("play it") : _("choose it"),
      };
    });
    const apart = [hand, ...beside].filter((each): each is Zone => each !== undefined && each !== zone && each.items.length > 0);
    return { held, place: zone?.id ?? "picking", apart };
  }

  const [shown, ...apart] = hand?.items.length ? [hand, ...beside] : firstOpen(beside);
  if (!shown) return { held: [], place: "", apart };
  const options = prompt?.kind === "choose" ? prompt.options : [];
  const byItem = options.some((option) => option.item !== undefined && shown.items.includes(option.item));
  const aim = prompt?.kind === "play_card" ? aimInHand(prompt, shown.items) : null;
  const targets = [...(aim?.among ?? [])];
  const plays = [prompt, ...also].filter((each): each is PlayCard => each?.kind === "play_card");
  const legend = view.order.some((id) => view.blocks[id]?.kind === "legend");
  const many = shown.layout === "heap" && !byItem && !aim ? kinds(shown.items) : null;
  if (many && plays.length === 0) {
    return { held: many.map(([item, n]): Held => ({ item, nth: 0, tag: n > 1 ? `×${n}` : "" })), place: shown.id, apart };
  }
  const held = numbered(shown.items).map(({ item, nth, at }): Held => {
    const tag = shown.shown[at] && !shown.shown.every(Boolean) ? _("open") : "";
    const option = options.find((each) => each.item === item);
    if (option) return { item, nth, tag, press: () => choose(option), gold: wanted === option.answer, does: _("play it") };
    const target = targets.findIndex((each) => each.item === item);
    if (aim && target >= 0) {
      const [{ value } = { value: 0 }] = targets.splice(target, 1);
      return { item, nth, tag, picked: draft.aims[aim.name]?.includes(value) ?? false, press: () => setDraft(toggled(aim, draft, value)), does: _("choose it") };
    }
    const play = playOf(plays, item);
    const look = () => setShown(item);
    if (play) {
      const given = plainMove(play, item, draft);
      const drop = given === null ? look : () => answer(play, given);
      return { item, nth, tag, press: look, drop, gold: Array.isArray(wanted) && wanted[0] === item, does: _("look at it, and play it") };
    }
    return { item, nth, tag, dim: byItem || plays.length > 0, press: legend ? look : undefined, does: legend ? _("look at it") : undefined };
  });
  return { held, place: shown.id, apart };
}

/** Without a hand, the first of the viewer's own open rows is shown in its place. */
function firstOpen(beside: Zone[]): Zone[] {
  const first = beside.find((zone) => zone.layout === "row" && !zone.items.includes("back"));
  return first ? [first, ...beside.filter((zone) => zone !== first)] : ([undefined, ...beside] as unknown as Zone[]);
}

const same = (one: Item[], other: Item[]): boolean => one.length === other.length && one.every((item, n) => item === other[n]);

function PickAnswers({ prompt, picked, setPicked }: { prompt: Pick; picked: number[]; setPicked: (picked: number[]) => void }) {
  const { state, answer } = useTable();
  if (prompt.low === 1 && prompt.high === 1) return null;
  const enough = picked.length >= prompt.low && picked.length > 0;
  const missing = Math.max(prompt.low, 1) - picked.length;
  const mark = pressed(state, prompt);
  return (
    <div class="answers">
      <div class="buttons" style={{ "--columns": prompt.low === 0 ? 2 : 1 }}>
        {prompt.low === 0 ? (
          <button type="button" class={`answer plain${Array.isArray(mark) && !mark.length ? " pressed" : ""}`} onClick={() => (setPicked([]), answer(prompt, []))}>
            <span><Words runs={prompt.none} /></span>
          </button>
        ) : null}
        <button type="button" class={`answer gold${Array.isArray(mark) && mark.length ? " pressed" : ""}`} disabled={!enough} onClick={() => answer(prompt, picked)}>
          <span>{enough ? ngettext("This one", "These {n}", picked.length) : prompt.high > missing ? ngettext("Choose {n} or more", "Choose {n} or more", missing) : ngettext("Choose {n}", "Choose {n}", missing)}</span>
        </button>
      </div>
    </div>
  );
}

function PlaceAnswers({ laying }: { laying: Laying }) {
  const { state, answer } = useTable();
  const given = laying.answer;
  const mark = pressed(state, laying.prompt);
  const left = laying.placed.filter((spot) => spot === null).length;
  return (
    <div class="answers">
      <div class="buttons" style={{ "--columns": 2 }}>
        <button type="button" class="answer quiet" disabled={laying.placed.every((spot) => spot === null)} onClick={laying.clear}>
          <span>{_("Start over")}</span>
        </button>
        <button type="button" class={`answer gold${mark === undefined ? "" : " pressed"}`} disabled={given === null} onClick={() => given && answer(laying.prompt, given)}>
          <span>{given ? _("Build it so") : ngettext("Place {n} more", "Place {n} more", left)}</span>
        </button>
      </div>
    </div>
  );
}

/** The controls that are small, beside the rest. */
export function Asides({ view }: { view: View }) {
  const { act } = useTable();
  return (
    <>
      {view.controls.filter((control) => control.place === "aside").map((control) => (
        <button key={control.what} type="button" class="chip-button" onClick={() => act(control)}>{control.words}</button>
      ))}
    </>
  );
}

/** The table's own controls that are to be pressed next. */
function Controls({ view }: { view: View }) {
  const { state, act } = useTable();
  const shown = view.controls.filter((control) => control.place === "primary" || (control.place === "plain" && Object.keys(view.prompts).length === 0));
  if (!shown.length) return null;
  return (
    <div class="answers">
      <div class="buttons controls" style={{ "--columns": shown.length < 3 ? shown.length : 2 }}>
        {shown.map((control) => (
          <button key={control.what + JSON.stringify(control.with)} type="button" class={`answer ${control.place === "primary" ? "gold" : "plain"}${acting(state, control) ? " pressed" : ""}`} onClick={() => act(control)}>
            <span>{control.words}</span>
          </button>
        ))}
      </div>
    </div>
  );
}
