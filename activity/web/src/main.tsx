/*
 * The page of the Activity. It shows what a view says and sends what a view offers; it knows no rule and no game.
 *
 * Preact draws it: the whole page is a function of one state, and what changes often, a view by its blocks, is found by
 * comparing. It is 5 kB packed, has no runtime of its own beside that, and is what most people who know React can read.
 */

import { render } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { Discord, Trouble, at, told } from "./discord";
import { Link } from "./link";
import * as motion from "./motion";
import { type Sheet, type Table, TableContext, Words, plain } from "./pieces";
import { useLaying } from "./place";
import { picture } from "./share";
import { Log, LookBack, OpenSheet, Reading, ScoreSheets, Teaching, hasScores } from "./sheets";
import * as sound from "./sound";
import { type State, Store } from "./store";
import { TableView } from "./table";
import { Tray, mainQuestion } from "./tray";
import type { Answer, Control, Prompt, View } from "./view";
import { type PageWords, _, speak } from "./words";
import "./page.css";

const store = new Store();
let discord: Discord | null = null;
let link: Link | null = null;

async function open(): Promise<void> {
  store.set({ trouble: null, link: "opening" });
  try {
    const found = discord ?? (await Discord.meet());
    discord = found;
    const session = await found.session();
    store.set({ locale: await found.locale() });
    const address = at("api/socket");
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    link?.close();
    link = new Link(store, address, () => found.session());
    link.open(session);
    store.set({ shares: true });
    // what follows is for comfort: without it the table is played all the same
    await Promise.allSettled([
      found.layout((layout) => store.set({ layout })),
      found.participants((people) => store.set({ people })),
    ]);
  } catch (error) {
    const words = error instanceof Trouble ? error.message : _("Something went wrong while the table was opened. Try again.");
    store.set({ trouble: { words: [words], again: discord !== null }, link: "closed" });
  }
}

/** Press an answer. The same answer to the same question, pressed twice, is one press. */
function answer(prompt: Prompt, given: Answer): void {
  const { view, presses } = store.state;
  const same = presses.some(({ sent }) => sent.t === "press" && sent.ask === prompt.id && JSON.stringify(sent.answer) === JSON.stringify(given));
  if (!view || view.past || same) return;
  const press = crypto.randomUUID();
  link?.press({ press, taken: false, sent: { t: "press", press, match: view.table.match ?? 0, ask: prompt.id, answer: given } });
}

function act(control: Control, more: { [name: string]: unknown } = {}): void {
  const press = crypto.randomUUID();
  link?.press({ press, taken: false, sent: { t: "do", press, what: control.what, with: { ...control.with, ...more } } });
}

/** The state, drawn anew at each change. Before a new view is drawn, it is noted where everything lies in the old one. */
function useStore(): State {
  const [state, setState] = useState(store.state);
  useLayoutEffect(() => {
    let shown = store.state.view;
    setState(store.state);
    return store.watch((next) => {
      if (next.view !== shown) motion.before();
      shown = next.view;
      setState(next);
    });
  }, []);
  return state;
}

function Page() {
  const state = useStore();
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const first = useRef(true);
  const { view } = state;
  const main = view ? mainQuestion(view) : null;
  const laying = useLaying(main?.kind === "place" ? main : null);
  const table = useMemo<Table>(
    () => ({
      state,
      answer,
      act: (control, more) => {
        if (control.confirm) {
          const { confirm, ...bare } = control;
          setSheet({ kind: "confirm", words: [confirm], yes: control.words, deed: () => table.act(bare, more) });
        } else if (control.asks && !more) setSheet({ kind: "field", control });
        else act(control, more);
      },
      open: setSheet,
      share: () => void share(),
      invite: () => void discord?.invite().catch(() => store.notice([_("Discord can't invite anyone from here.")], true)),
      toggleSound: () => {
        sound.turn(!state.sound);
        store.set({ sound: !state.sound });
      },
    }),
    [state],
  );

  useLayoutEffect(() => {
    if (!view) return;
    motion.after(first.current);
    first.current = false;
  }, [view]);
  useEffect(() => {
    if (main?.urgent) sound.play("turn");
  }, [main?.id]);
  useEffect(() => {
    if (view?.result) sound.play("win");
  }, [view?.result === null]);

  return (
    <TableContext.Provider value={table}>
      <Notice state={state} />
      {state.trouble || !view ? (
        <Waiting state={state} />
      ) : (
        <div class={`page layout-${state.layout}`} data-theme={view.table.theme} data-phase={view.table.phase} data-version={state.v} data-past={view.past ? "" : undefined} data-lesson={view.lesson ? "" : undefined}>
          <Head view={view} state={state} open={setSheet} />
          <TableView view={view} laying={laying} />
          <div class="below">
            {view.past ? <LookBack view={view} /> : null}
            {view.lesson ? <Teaching view={view} lesson={view.lesson} /> : null}
            <Tray view={view} laying={laying} />
          </div>
          <aside class="side" aria-label={_("Scores and log")}>
            {hasScores(view) ? <ScoreSheets view={view} /> : null}
            <Log view={view} />
          </aside>
        </div>
      )}
      {sheet && view ? <OpenSheet key={JSON.stringify(sheet)} sheet={sheet} view={view} close={() => setSheet(null)} /> : null}
      {state.choosing && view ? <OpenSheet sheet={{ kind: "field", control: state.choosing }} view={view} close={() => store.set({ choosing: null })} /> : null}
      {state.reading ? <Reading page={state.reading} close={() => store.set({ reading: null })} /> : null}
    </TableContext.Provider>
  );
}

/** The upper line: what has just happened, read out when it changes; the game and its part; the way to all the rest. */
function Head({ view, state, open: show }: { view: View; state: State; open: (sheet: Sheet) => void }) {
  const [run] = view.happened;
  const hue = typeof run === "object" && "seat" in run ? view.seats.find((row) => row.seat === run.seat)?.hue : undefined;
  return (
    <header class="head">
      <p class="where"><b>{view.table.title}</b>{view.head.length ? <span> · <Words runs={view.head} bare /></span> : null}</p>
      <p class={`happened${view.happened.length ? "" : " nothing"}`} role="status" aria-live="polite">
        {hue ? <i class="dot" style={{ background: hue }} /> : null}
        <span><Words runs={view.happened} /></span>
      </p>
      {state.link === "open" ? null : <span class="lost" role="status">{_("coming back …")}</span>}
      <button type="button" class="more" aria-label={_("Menu")} onClick={() => show({ kind: "menu" })}>
        <i /><i /><i />
      </button>
    </header>
  );
}

function Waiting({ state }: { state: State }) {
  const { trouble } = state;
  return (
    <div class="waiting">
      {trouble ? (
        <>
          <p role="alert">{plain(trouble.words)}</p>
          {trouble.again ? <button type="button" class="answer gold" onClick={() => void open()}><span>{_("Try again")}</span></button> : null}
          {discord ? <button type="button" class="answer quiet" onClick={() => discord?.leave()}><span>{_("Close")}</span></button> : null}
        </>
      ) : (
        <p role="status">{_("Opening the table …")}</p>
      )}
    </div>
  );
}

const LONG = 4500;

function Notice({ state }: { state: State }) {
  const { notice } = state;
  useEffect(() => {
    if (!notice) return;
    const timer = setTimeout(() => store.set({ notice: null }), LONG);
    return () => clearTimeout(timer);
  }, [notice?.id]);
  return (
    <div class="notices" role="status" aria-live="assertive">
      {notice ? <p key={notice.id} class={notice.refused ? "refused" : ""}><Words runs={notice.words} /></p> : null}
    </div>
  );
}

async function share(): Promise<void> {
  const { view } = store.state;
  if (!view?.result || !discord) return;
  try {
    await discord.share(await picture(view, view.result));
  } catch {
    store.notice([_("Discord couldn't share it just now.")], true);
  }
}

const words = told("words");
if (words) speak(JSON.parse(words) as PageWords);
const root = document.getElementById("page");
if (root) {
  root.textContent = "";
  render(<Page />, root);
}
void open();
