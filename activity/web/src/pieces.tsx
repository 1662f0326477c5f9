/* The small things of which all is made: sentences, cards and dice, faces, pieces of money, rings of time. */

import type { ComponentChildren } from "preact";
import { createContext } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";
import { at } from "./discord";
import type { State } from "./store";
import type { Answer, Control, Item, Prompt, Run, Runs, SeatRow } from "./view";
import { big, distance } from "./words";

/** The state, and the deeds that a component may do. */
export interface Table {
  state: State;
  answer: (prompt: Prompt, answer: Answer) => void;
  act: (control: Control, more?: { [name: string]: unknown }) => void;
  open: (sheet: Sheet | null) => void;
  share: () => void;
  invite: () => void;
  toggleSound: () => void;
}

/** What can lie over the table. */
export type Sheet =
  | { kind: "log" | "scores" | "menu" | "settings" }
  | { kind: "prompt"; id: number }
  | { kind: "confirm"; words: Runs; yes: string; deed: () => void }
  | { kind: "field"; control: Control };

export const TableContext = createContext<Table>(null as unknown as Table);
export const useTable = (): Table => useContext(TableContext);

// ---- sentences

/** Return a sentence as plain text, as a screen reader says it. */
export function plain(runs: Runs, amount?: number): string {
  return runs
    .map((run) => {
      if (typeof run === "string") return run;
      if ("name" in run) return run.name;
      if ("strong" in run) return run.strong;
      if ("amount" in run) return amount === undefined ? "" : big(amount);
      return distance(run.time - Date.now());
    })
    .join("");
}

/** A sentence of the page's own, with values that are more than text at their places: `{card}`. */
export function Sentence({ text, values }: { text: string; values: { [name: string]: ComponentChildren } }) {
  return <>{text.split(/\{(\w+)\}/).map((part, n) => (n % 2 ? (values[part] ?? `{${part}}`) : part))}</>;
}

/** A sentence: names in their colours, cards and dice as small drawings with their names. */
export function Words({ runs, amount, bare }: { runs: Runs; amount?: number; bare?: boolean }) {
  return <>{runs.map((run, n) => <Word key={n} run={run} amount={amount} bare={bare} />)}</>;
}

function Word({ run, amount, bare }: { run: Run; amount?: number; bare?: boolean }) {
  const { state } = useTable();
  if (typeof run === "string") return <>{run}</>;
  if ("item" in run) {
    const art = state.art[run.item];
    return (
      <span class="word-item">
        {art?.src && !bare ? <Drawing item={run.item} /> : null}
        <span class={art?.die && art.src && !bare ? "unseen" : ""}>{run.name}</span>
      </span>
    );
  }
  if ("seat" in run) {
    const hue = state.view?.seats.find((row) => row.seat === run.seat)?.hue;
    return (
      <span class="word-seat">
        {hue && !bare ? <i class="dot" style={{ background: hue }} /> : null}
        {run.name}
      </span>
    );
  }
  if ("strong" in run) return <strong>{run.strong}</strong>;
  if ("amount" in run) return <>{amount === undefined ? "" : big(amount)}</>;
  return <Until time={run.time} />;
}

/** How far away a moment is, in words that run down. */
function Until({ time }: { time: number }) {
  const { state } = useTable();
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((n) => n + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return <>{distance(time - Date.now() - state.ahead)}</>;
}

// ---- cards and dice

const drawn = new Map<string, string>();
const waiting = new Map<string, Set<() => void>>();

/** Fetch a drawing once; it is put into the page itself, where its letters get the page's fonts. */
function fetchDrawing(src: string, then: () => void): () => void {
  let told = waiting.get(src);
  if (!told) {
    told = new Set();
    waiting.set(src, told);
    void fetch(at(src))
      .then((answer) => (answer.ok ? answer.text() : ""))
      .catch(() => "")
      .then((markup) => {
        const listeners = waiting.get(src);
        waiting.delete(src);
        if (!markup) return;
        drawn.set(src, markup);
        for (const tell of listeners ?? []) tell();
      });
  }
  told.add(then);
  return () => waiting.get(src)?.delete(then);
}

/** The drawing of an item; until it is there, or where there is none, its sign on paper. */
export function Drawing({ item }: { item: Item }) {
  const { state } = useTable();
  const art = state.art[item];
  const src = art?.src ?? null;
  const [, redraw] = useState(0);
  useEffect(() => (src && !drawn.has(src) ? fetchDrawing(src, () => redraw((n) => n + 1)) : undefined), [src]);
  const markup = src ? drawn.get(src) : undefined;
  if (markup) {
    return <span class="drawing" aria-hidden="true" dangerouslySetInnerHTML={{ __html: markup }} />;
  }
  return (
    <span class={`drawing ${src ? "comes" : "paper"}`} aria-hidden="true">
      {src ? "" : (art?.name ?? item)}
    </span>
  );
}

export interface ItemLook {
  item: Item;
  /** What it is of, such as a zone, and its number among the equal ones there: by these it is known when it moves. */
  place?: string;
  nth?: number;
  gold?: boolean;
  dim?: boolean;
  children?: ComponentChildren;
}

/** A card or die as it lies. */
export function Piece({ item, place, nth = 0, gold, dim, children }: ItemLook) {
  const { state } = useTable();
  const art = state.art[item];
  const die = art?.die;
  // what nobody has drawn is written on a slip, as long as its words
  const kind = die ? "die" : art && art.src === null ? "slip" : "card";
  return (
    <span
      class={`item ${kind}${gold ? " gold" : ""}${dim ? " dim" : ""}`}
      data-item={item}
      data-place={place}
      data-move={place === undefined ? undefined : `${place}|${item}|${nth}`}
      data-die={die && item.includes(":") ? "" : undefined}
      role="img"
      aria-label={art?.name ?? item}
    >
      <Drawing item={item} />
      {art?.times && art.times > 1 ? <b class="count">×{art.times}</b> : null}
      {children}
    </span>
  );
}

/** Return each item with its number among the equal ones before it. */
export function numbered(items: Item[]): { item: Item; nth: number; at: number }[] {
  const counts = new Map<Item, number>();
  return items.map((item, at) => {
    const nth = counts.get(item) ?? 0;
    counts.set(item, nth + 1);
    return { item, nth, at };
  });
}

/** Return the kinds among items, each with its number. */
export function kinds(items: Item[]): [Item, number][] {
  const counts = new Map<Item, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return [...counts];
}

// ---- seats

/** A member's picture, or the first letter of the name on their colour. */
export function Face({ row, ring }: { row: SeatRow; ring?: boolean }) {
  const { state } = useTable();
  const [broken, setBroken] = useState(false);
  const picture = row.user === null || broken ? "" : (state.people.find((each) => each.user === row.user)?.face ?? "");
  return (
    <span class={`face${ring ? " ring" : ""}`} style={{ background: row.out ? "#4a4038" : row.hue }} aria-hidden="true">
      {picture ? <img src={picture} alt="" onError={() => setBroken(true)} /> : firstLetter(row.name)}
      {row.computer ? <i class="mark computer">⚙</i> : null}
    </span>
  );
}

const firstLetter = (name: string): string => (/\p{L}|\p{N}/u.exec(name)?.[0] ?? "?").toUpperCase();

export function Chip({ amount, id, gold, before }: { amount: number; id?: string; gold?: boolean; before?: string }) {
  return (
    <span class={`bet${gold ? " gold" : ""}`} data-pieces={id}>
      <i class="chip" aria-hidden="true" />
      {before ? `${before} ` : ""}
      {big(amount)}
    </span>
  );
}

/** The style of something that runs down: its whole time and how much of it is over, for an animation in the style. */
export function running(
  state: State,
  time: { until: number; whole: number } | null,
): { [name: string]: string } | undefined {
  if (!time) return undefined;
  const left = Math.max(0, time.until - Date.now() - state.ahead);
  return { "--whole": `${time.whole}ms`, "--over": `${Math.min(0, left - time.whole)}ms` };
}
