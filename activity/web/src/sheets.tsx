/* What can lie over the table for a while: the log, the scores, the menu, a question that is asked seldom. */

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Sentence, type Sheet, Words, useTable } from "./pieces";
import { Asides, Decision } from "./tray";
import type { Control, Field, Lesson, Page, Sheet as Scores, Timeline, View, Zone } from "./view";
import { _, percent } from "./words";

/** A panel over the table, with the focus inside until it is closed. */
export function Panel({ title, close, children }: { title: string; close: () => void; children: ComponentChildren }) {
  const panel = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = panel.current;
    const back = document.activeElement;
    if (dialog && !dialog.open) dialog.showModal();
    return () => {
      if (back instanceof HTMLElement && back.isConnected) back.focus();
    };
  }, []);
  return (
    <dialog
      ref={panel}
      class="panel"
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClick={(event) => event.target === panel.current && close()}
    >
      <div class="inside">
        <header>
          <h2>{title}</h2>
          <button type="button" class="close" aria-label={_("Close")} onClick={close}>×</button>
        </header>
        <div class="body">{children}</div>
      </div>
    </dialog>
  );
}

export function OpenSheet({ sheet, view, close }: { sheet: Sheet; view: View; close: () => void }) {
  switch (sheet.kind) {
    case "log":
      return <Panel title={_("What has happened")} close={close}><Log view={view} /></Panel>;
    case "scores":
      return <Panel title={_("Scores")} close={close}><ScoreSheets view={view} /></Panel>;
    case "menu":
      return <Panel title={view.table.title} close={close}><Menu view={view} close={close} /></Panel>;
    case "settings":
      return <Panel title={_("Settings")} close={close}><Settings view={view} /></Panel>;
    case "confirm":
      return (
        <Panel title={_("Sure?")} close={close}>
          <p class="sure"><Words runs={sheet.words} /></p>
          <div class="buttons" style={{ "--columns": 2 }}>
            <button type="button" class="answer plain" onClick={close}><span>{_("No, go back")}</span></button>
            <button type="button" class="answer gold" onClick={() => (close(), sheet.deed())}><span>{sheet.yes}</span></button>
          </div>
        </Panel>
      );
    case "field":
      return sheet.control.asks ? <Panel title={sheet.control.words} close={close}><Ask control={sheet.control} field={sheet.control.asks} close={close} /></Panel> : null;
    case "prompt": {
      const prompt = view.prompts[String(sheet.id)];
      if (!prompt) return null;
      const hand = view.order.map((id) => view.blocks[id]).find((block): block is Zone => block?.kind === "zone" && block.mine);
      return <Panel title={prompt.folded || _("Your choice")} close={close}><Decision view={view} prompt={prompt} hand={prompt.kind === "play_card" ? hand : undefined} /></Panel>;
    }
  }
}

export function Reading({ page, close }: { page: Page; close: () => void }) {
  return (
    <Panel title={page.title} close={close}>
      {page.parts.map((part, n) => (
        <section key={n} class="part">
          {part.head ? <h3>{part.head}</h3> : null}
          {part.lines.map((line, at) => <p key={at}><Words runs={line} /></p>)}
        </section>
      ))}
    </Panel>
  );
}

export function Log({ view }: { view: View }) {
  const end = useRef<HTMLLIElement>(null);
  useEffect(() => end.current?.scrollIntoView({ block: "nearest" }), [view.log]);
  return (
    <ol class="log" tabIndex={0} aria-label={_("What has happened")}>
      {view.log.map((line, n) => <li key={n}><Words runs={line} /></li>)}
      <li ref={end} class="end" aria-hidden="true" />
    </ol>
  );
}

/** Return whether there is a sheet or a chart to show. */
export const hasScores = (view: View): boolean =>
  view.order.some((id) => ["sheet", "timeline"].includes(view.blocks[id]?.kind ?? ""));

export function ScoreSheets({ view }: { view: View }) {
  const blocks = view.order.map((id) => view.blocks[id]);
  return (
    <>
      {blocks.map((block) =>
        block?.kind === "sheet" ? <ScoreSheet key={block.id} sheet={block} view={view} /> : block?.kind === "timeline" ? <Curve key={block.id} timeline={block} view={view} /> : null,
      )}
    </>
  );
}

function ScoreSheet({ sheet, view }: { sheet: Scores; view: View }) {
  const name = (seat: number) => (seat === view.me ? _("You") : (view.seats.find((row) => row.seat === seat)?.name ?? ""));
  return (
    <div class="scores" tabIndex={0} role="region" aria-label={sheet.name}>
      <table>
        <caption>{sheet.name}</caption>
        {sheet.upright ? (
          <>
            <thead><tr><td />{sheet.rows.map((row, n) => <th key={n} scope="col"><Words runs={row.head} bare /></th>)}</tr></thead>
            <tbody>
              {sheet.seats.map((seat, at) => (
                <tr key={seat} class={seat === view.me ? "reader" : ""}>
                  <th scope="row">{name(seat)}</th>
                  {sheet.rows.map((row, n) => <td key={n}><Words runs={row.cells[at] ?? []} bare /></td>)}
                </tr>
              ))}
            </tbody>
          </>
        ) : (
          <>
            <thead><tr><td />{sheet.seats.map((seat) => <th key={seat} scope="col" class={seat === view.me ? "reader" : ""}>{name(seat)}</th>)}</tr></thead>
            <tbody>
              {sheet.rows.map((row, n) => (
                <tr key={n}>
                  <th scope="row"><Words runs={row.head} bare /></th>
                  {row.cells.map((cell, at) => <td key={at}><Words runs={cell} bare /></td>)}
                </tr>
              ))}
            </tbody>
          </>
        )}
      </table>
      {sheet.legend ? <p class="soft"><Words runs={sheet.legend} /></p> : null}
    </div>
  );
}

function Curve({ timeline, view }: { timeline: Timeline; view: View }) {
  const seats = view.seats.filter((row) => timeline.steps.some(([, counts]) => counts.some(([seat]) => seat === row.seat)));
  return (
    <div class="scores" tabIndex={0} role="region" aria-label={timeline.name}>
      <table>
        <caption>{timeline.name}</caption>
        <thead><tr><td />{seats.map((row) => <th key={row.seat} scope="col">{row.name}</th>)}</tr></thead>
        <tbody>
          {timeline.steps.map(([step, counts], n) => (
            <tr key={n}><th scope="row">{step}</th>{seats.map((row) => <td key={row.seat}>{counts.find(([seat]) => seat === row.seat)?.[1] ?? ""}</td>)}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Menu({ view, close }: { view: View; close: () => void }) {
  const { state, act, open, share, invite, toggleSound } = useTable();
  const controls = view.controls.filter((control) => control.place !== "primary");
  return (
    <div class="menu">
      <button type="button" onClick={() => open({ kind: "log" })}>{_("What has happened")}</button>
      {hasScores(view) ? <button type="button" onClick={() => open({ kind: "scores" })}>{_("Scores")}</button> : null}
      {view.lobby?.may_set ? <button type="button" onClick={() => open({ kind: "settings" })}>{_("Settings")}</button> : null}
      {controls.map((control) => (
        <button key={control.what + JSON.stringify(control.with)} type="button" onClick={() => (control.asks || control.confirm ? undefined : close(), act(control))}>
          {control.words}
        </button>
      ))}
      {view.result && state.shares ? <button type="button" onClick={share}>{_("Share the result")}</button> : null}
      {state.shares ? <button type="button" onClick={invite}>{_("Invite friends")}</button> : null}
      <button type="button" role="switch" aria-checked={state.sound} onClick={toggleSound}><Sentence text={_("Sounds {state}")} values={{ state: <b>{state.sound ? _("on") : _("off")}</b> }} /></button>
    </div>
  );
}

function Settings({ view }: { view: View }) {
  const { state, act } = useTable();
  const { lobby } = view;
  const show = (open: boolean) => act({ what: "settings", with: { open }, words: "", place: "plain" });
  useEffect(() => {
    // they are long, so they are sent while they are open only; a connection that is new does not know that they are
    if (state.link !== "open") return;
    show(true);
    return () => show(false);
  }, [state.link]);
  if (!lobby) return null;
  if (!lobby.settings.length) return <p class="soft" role="status">{_("Fetching the settings …")}</p>;
  return (
    <div class="settings">
      {lobby.settings.map((field) => (
        <FieldRow
          key={field.name}
          field={field}
          disabled={!lobby.may_set}
          send={(value) => act({ what: "setting", with: { name: field.name, value }, words: field.words, place: "plain" })}
        />
      ))}
    </div>
  );
}

function FieldRow({ field, disabled, send }: { field: Field; disabled: boolean; send: (value: string | string[]) => void }) {
  const toggle = (value: string) => {
    if (field.high === 1) return send(value);
    const has = field.chosen.includes(value);
    send(has ? field.chosen.filter((each) => each !== value) : [...field.chosen, value]);
  };
  if (field.options.length > 6 && field.high === 1) {
    return (
      <label class="field">
        <b>{field.words}</b>
        {field.about ? <small>{field.about}</small> : null}
        <select disabled={disabled} value={field.chosen[0]} onChange={(event) => send(event.currentTarget.value)}>
          {field.options.map((option) => <option key={option.value} value={option.value}>{option.words}</option>)}
        </select>
      </label>
    );
  }
  return (
    <fieldset class="field" disabled={disabled}>
      <legend>{field.words}</legend>
      {field.about ? <small>{field.about}</small> : null}
      <div class="choices">
        {field.options.map((option) => (
          <button key={option.value} type="button" aria-pressed={field.chosen.includes(option.value)} class={field.chosen.includes(option.value) ? "chosen" : ""} onClick={() => toggle(option.value)}>
            {option.words}
            {option.about ? <small>{option.about}</small> : null}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

/** A control that asks for a choice before it is sent. */
function Ask({ control, field, close }: { control: Control; field: Field; close: () => void }) {
  const { state, act } = useTable();
  const [chosen, setChosen] = useState<string[]>(field.chosen);
  const [written, setWritten] = useState("");
  const bare: Control = { what: control.what, with: control.with, words: control.words, place: control.place };
  const send = (value: string | string[]) => {
    close();
    act(bare, { [field.name]: value });
  };
  const toggle = (value: string) => setChosen(chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value]);
  if (field.letters) {
    return (
      <form
        class="menu"
        onSubmit={(event) => {
          event.preventDefault();
          send(written);
        }}
      >
        <label class="field">
          <b>{field.words}</b>
          {field.about ? <small>{field.about}</small> : null}
          <input type="text" maxLength={field.letters} value={written} onInput={(event) => setWritten(event.currentTarget.value)} />
        </label>
        <button type="submit" class="answer gold" disabled={!written.trim()}><span>{control.words}</span></button>
      </form>
    );
  }
  const seated = state.view?.seats.map((row) => row.user) ?? [];
  const others = state.people.filter((each) => !seated.includes(each.user)).map((each) => ({ value: each.user, words: each.name, about: "" }));
  const options = field.people ? others : field.options;
  return (
    <div class="menu">
      {field.about ? <p class="soft">{field.about}</p> : null}
      {options.length ? null : <p class="soft">{_("Nobody else is here. Invite friends first.")}</p>}
      {options.map((option) => (
        <button key={option.value} type="button" aria-pressed={field.high > 1 ? chosen.includes(option.value) : undefined} class={chosen.includes(option.value) ? "chosen" : ""} onClick={() => (field.high === 1 ? send(option.value) : toggle(option.value))}>
          {option.words}
          {option.about ? <small>{option.about}</small> : null}
        </button>
      ))}
      {field.high > 1 ? (
        <button type="button" class="answer gold" disabled={chosen.length < field.low || chosen.length > field.high} onClick={() => send(chosen)}>
          <span>{control.words}</span>
        </button>
      ) : null}
    </div>
  );
}

/** What a lesson says about the press that it wants, or what was learned. */
export function Teaching({ view, lesson }: { view: View; lesson: Lesson }) {
  return (
    <section class="teaching" aria-label={_("Lesson")}>
      <div class="step">
        <span>{lesson.over ? _("Now you know how") : _("Teach me · step {n} of {all}", { n: lesson.step + 1, all: lesson.steps })}</span>
        <Asides view={view} />
      </div>
      <p class="say" role="status"><Words runs={lesson.say} bare /></p>
    </section>
  );
}

/** The slider of a look back, with marks where the viewer decided. */
export function LookBack({ view }: { view: View }) {
  const { act } = useTable();
  const { past } = view;
  const [step, setStep] = useState<number | null>(null);
  useEffect(() => setStep(null), [past?.step]);
  if (!past) return null;
  const go = (to: number) => {
    const at = Math.max(0, Math.min(past.last, to));
    setStep(at);
    act({ what: "step", with: { step: at }, words: "", place: "plain" });
  };
  const now = step ?? past.step;
  return (
    <section class="look-back" aria-label={_("Look back")}>
      <button type="button" aria-label={_("One step back")} disabled={now <= 0} onClick={() => go(now - 1)}>‹</button>
      <label>
        <span class="unseen">{_("Step")}</span>
        <input type="range" min={0} max={past.last} value={now} onInput={(event) => setStep(Number(event.currentTarget.value))} onChange={(event) => go(Number(event.currentTarget.value))} list="mine" />
        <datalist id="mine">{past.mine.map((each) => <option key={each} value={each} />)}</datalist>
        <span class="marks" aria-hidden="true">{past.mine.map((each) => <i key={each} style={{ left: `${(100 * each) / Math.max(1, past.last)}%` }} />)}</span>
      </label>
      <button type="button" aria-label={_("One step on")} disabled={now >= past.last} onClick={() => go(now + 1)}>›</button>
      <small>
        {past.chance === null
          ? _("step {n} of {all}", { n: now, all: past.last })
          : _("step {n} of {all} · {chance} to win", { n: now, all: past.last, chance: percent(past.chance) })}
      </small>
      <button type="button" class="answer gold" onClick={() => act({ what: "present", with: {}, words: "", place: "plain" })}>
        <span>{_("Back to now")}</span>
      </button>
    </section>
  );
}

