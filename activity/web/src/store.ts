/* Everything that the page knows now: the view with the frames applied, the presses under way, and how it is shown. */

import type { Participant } from "./discord";
import type { Answer, Art, Change, Control, Frame, Page, Prompt, Runs, View, Whole } from "./view";
import { speak } from "./words";

/** A press that the server has not judged yet. It keeps its id when it is sent again, so that it counts once. */
export interface Press {
  press: string;
  sent:
    | { t: "press"; press: string; match: number; ask: number; answer: Answer }
    | { t: "do"; press: string; what: string; with: { [name: string]: unknown } };
  /** The server has taken it; the mark stays until the frame with what it did. */
  taken: boolean;
}

export type Layout = "whole" | "picture" | "grid";

export interface State {
  view: View | null;
  /** The version of the view. */
  v: number;
  art: Art;
  /** The server's clock less this machine's, in milliseconds. */
  ahead: number;
  link: "opening" | "open" | "lost" | "closed";
  /** Why the page shows no table, in a sentence; null while it does. */
  trouble: { words: Runs; again: boolean } | null;
  presses: Press[];
  notice: { words: Runs; refused: boolean; id: number } | null;
  reading: Page | null;
  /** What is new to the viewer here. */
  greeting: Runs[];
  /** A choice that the viewer has asked for. */
  choosing: Control | null;
  layout: Layout;
  /** Those who have the page open, as Discord tells: for their faces, and to let someone in. */
  people: Participant[];
  /** The language of the member's Discord; empty until it is known. */
  locale: string;
  sound: boolean;
  /** Whether there is a Discord around the page that can show a dialog to share a picture. */
  shares: boolean;
}

export const EMPTY: State = {
  view: null,
  v: 0,
  art: {},
  ahead: 0,
  link: "opening",
  trouble: null,
  presses: [],
  notice: null,
  reading: null,
  choosing: null,
  greeting: [],
  layout: "whole",
  people: [],
  locale: "",
  sound: false,
  shares: false,
};

type Listener = (state: State) => void;

/** The state, and those who are told when it changes. */
export class Store {
  state: State = EMPTY;
  private listeners = new Set<Listener>();

  set(part: Partial<State>): void {
    this.state = { ...this.state, ...part };
    for (const listener of this.listeners) listener(this.state);
  }

  watch(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Take a frame. Returns false if something before it is missing, so that the whole must be asked for. */
  take(frame: Frame, at: number): boolean {
    switch (frame.t) {
      case "whole":
        if (frame.words) speak(frame.words);
        this.set(whole(this.state, frame, at));
        return true;
      case "change": {
        if (this.state.view === null || frame.from !== this.state.v) return false;
        this.set(changed(this.state, this.state.view, frame, at));
        return true;
      }
      case "taken":
        this.judged(frame.press, (press) => ({ ...press, taken: true }));
        if (frame.page) this.set({ reading: frame.page });
        if (frame.greeting?.length) this.set({ greeting: frame.greeting });
        if (frame.choose) this.set({ choosing: frame.choose });
        if (frame.words.length) this.notice(frame.words, false);
        return true;
      case "refused":
        this.judged(frame.press, () => null);
        this.notice(frame.words, true);
        return true;
      case "gone":
        if (frame.then === "never") this.set({ trouble: { words: frame.words, again: false } });
        return true;
    }
  }

  private judged(id: string, change: (press: Press) => Press | null): void {
    const presses = this.state.presses
      .map((press) => (press.press === id ? change(press) : press))
      .filter((press) => press !== null);
    this.set({ presses });
  }

  notice(words: Runs, refused: boolean): void {
    this.set({ notice: { words, refused, id: (this.state.notice?.id ?? 0) + 1 } });
  }
}

function whole(state: State, frame: Whole, at: number): Partial<State> {
  return {
    view: frame.view,
    v: frame.v,
    art: { ...state.art, ...frame.art },
    ahead: frame.now - at,
    link: "open",
    trouble: null,
    presses: state.presses.filter((press) => !press.taken),
  };
}

function changed(state: State, before: View, frame: Change, at: number): Partial<State> {
  const view = apply(before, frame);
  return {
    view,
    v: frame.v,
    art: Object.keys(frame.art).length ? { ...state.art, ...frame.art } : state.art,
    ahead: frame.now - at,
    presses: state.presses.filter((press) => !press.taken),
  };
}

/** Return a view with a change applied: new values by path. What has not changed stays the same object. */
export function apply(before: View, frame: Pick<Change, "set" | "log">): View {
  const view = { ...before } as View & { [path: string]: unknown };
  const opened = new Set<string>();
  for (const [path, value] of Object.entries(frame.set)) {
    const dot = path.indexOf(".");
    if (dot < 0) {
      view[path] = value;
      continue;
    }
    const [part = "", id = "", field] = path.split(".");
    if (!opened.has(part)) {
      view[part] = Array.isArray(view[part]) ? [...view[part]] : { ...(view[part] as object) };
      opened.add(part);
    }
    const entries = view[part] as { [id: string]: unknown };
    if (field !== undefined) entries[id] = { ...(entries[id] as object), [field]: value };
    else if (value === null) delete entries[id];
    else entries[id] = value;
  }
  // of a row whose last entries are gone, no holes stay
  for (const part of opened) {
    const entries = view[part];
    if (Array.isArray(entries)) view[part] = entries.filter((each) => each !== undefined);
  }
  if (frame.log) {
    const { drop, keep, add } = frame.log;
    view.log = [...before.log.slice(drop, drop + keep), ...add];
  }
  return view;
}

/** Return the answer that was pressed for a question and is not judged yet. */
export function pressed(state: State, prompt: Prompt): Answer | undefined {
  for (const { sent } of state.presses) {
    if (sent.t === "press" && sent.ask === prompt.id) return sent.answer;
  }
  return undefined;
}

/** Return whether a control was pressed and is not judged yet. */
export function acting(state: State, control: Control): boolean {
  return state.presses.some(
    ({ sent }) =>
      sent.t === "do" && sent.what === control.what && JSON.stringify(sent.with) === JSON.stringify(control.with),
  );
}
