/* The table: everyone round it, and in the middle what is at stake. The view's blocks decide its plan. */

import { Middle, isBroad } from "./blocks";
import { Fit } from "./fit";
import { Ground } from "./ground";
import { type Laying, OwnGrid } from "./place";
import { useTable, Words, Piece } from "./pieces";
import { Result } from "./result";
import { Gauges, Plate, Seat, before, others, places } from "./seats";
import type { SeatRow, View } from "./view";
import { _, pgettext } from "./words";

/** From so many things that lie open before one seat on, seats do not fit round a small table. */
const OPEN_ITEMS = 5;
/** The most seats that fit round a small table with things before them. */
const ROUND = 5;

type Plan = "ring" | "lines" | "sides" | "grids" | "boards";
/** The most seats that fit into the corners round a circle. */
const CORNERS = 4;

function planOf(view: View, laying: Laying | null): Plan {
  const rest = others(view);
  if (view.seats.some((row) => row.gauges.some((gauge) => gauge.shape === "gap"))) return "boards";
  if (laying || view.seats.some((row) => before(view, row.seat).grid?.piles.length)) return "grids";
  const circle = view.order.some((id) => view.blocks[id]?.kind === "circle");
  if (circle && rest.length <= CORNERS) return "sides";
  if (isBroad(view)) return "lines";
  const trick = view.order.some((id) => view.blocks[id]?.kind === "trick");
  const open = rest.map((row) => before(view, row.seat).open.reduce((sum, zone) => sum + (zone.layout === "row" ? zone.items.length : 1), 0));
  if (Math.max(0, ...open) >= OPEN_ITEMS || (rest.length > ROUND && open.some((many) => many > 2))) return "lines";
  if ((trick && rest.length > 2) || rest.length > 9) return "lines";
  return "ring";
}

export function TableView({ view, laying }: { view: View; laying: Laying | null }) {
  const plan = planOf(view, laying);
  const rest = others(view);
  const shows = view.result && view.table.phase !== "playing";
  return (
    <main class={`table plan-${shows ? "result" : plan}`} data-theme={view.table.theme} aria-label={_("The table")} data-drop="">
      <Ground theme={view.table.theme} />
      {shows && view.result ? (
        <Fit most={1.15}><Result view={view} result={view.result} /></Fit>
      ) : view.lobby ? (
        <Gathering view={view} />
      ) : plan === "ring" ? (
        <>
          <ol class="seats">
            {rest.map((row, n) => (
              <Seat key={row.seat} row={row} view={view} size={rest.length > 4 ? "small" : "large"} at={places(rest.length)[n] ?? [50, 50]} />
            ))}
          </ol>
          <div class={`centre of-${rest.length}`}>
            <Fit><Middle view={view} /></Fit>
          </div>
          <OwnBet view={view} />
        </>
      ) : plan === "sides" ? (
        <Sides view={view} rest={rest} />
      ) : plan === "boards" ? (
        <Fit>
          <ol class="boards">{view.seats.map((row) => <Board key={row.seat} row={row} view={view} />)}</ol>
          <Middle view={view} />
        </Fit>
      ) : (
        <Fit>
          <ol class={`line of-${Math.min(rest.length, 10)}`}>
            {rest.map((row) => <Seat key={row.seat} row={row} view={view} size="small" />)}
          </ol>
          {plan === "grids" ? <OwnGrid view={view} laying={laying} /> : null}
          <Middle view={view} />
        </Fit>
      )}
      {plan !== "ring" && !shows ? <OwnBet view={view} /> : null}
    </main>
  );
}

/** Seats in the corners round a circle: up on the left, then down on the right. */
function Sides({ view, rest }: { view: View; rest: SeatRow[] }) {
  const half = Math.ceil(rest.length / 2);
  const side = (rows: SeatRow[]) => <ol>{rows.map((row) => <Seat key={row.seat} row={row} view={view} size="small" />)}</ol>;
  return (
    <div class="sides">
      {side(rest.slice(0, half).reverse())}
      <Fit most={1.6}><Middle view={view} /></Fit>
      {side(rest.slice(half))}
    </div>
  );
}

function OwnBet({ view }: { view: View }) {
  const mine = view.seats.find((row) => row.seat === view.me);
  if (!mine?.bet) return null;
  return (
    <span class={`bet own${mine.leads ? " gold" : ""}`} data-pieces={`bet:${mine.seat}`}>
      <i class="chip" aria-hidden="true" />
      {_("you {n}", { n: mine.bet })}
    </span>
  );
}

/** A seat on a board of its own, with its numbers on one scale. */
function Board({ row, view }: { row: SeatRow; view: View }) {
  const { open } = before(view, row.seat);
  return (
    <li class={`board${row.asked ? " asked" : ""}${row.seat === view.me ? " yours" : ""}`} data-seat={row.seat}>
      <Plate row={row} name={row.seat === view.me ? _("You") : row.name} />
      {row.badge.length ? <small class="badge"><Words runs={row.badge} bare /></small> : null}
      <Gauges gauges={row.gauges} wide />
      <span class="counts">
        {row.counts.map(([name, n]) => <small key={name}>{name} <b>{n}</b></small>)}
        {open.slice(0, 3).flatMap((zone) =>
          zone.items.slice(-2).map((item, n) => <Piece key={`${zone.id}|${n}`} item={item} place={zone.id} nth={n} />),
        )}
      </span>
      {row.note.length ? <small class="note"><Words runs={row.note} bare /></small> : null}
    </li>
  );
}

/** So many seats are shown before a match, though more may be free. */
const SHOWN = 5;

/** The table before a match: who has sat down, and the seats that are free. */
function Gathering({ view }: { view: View }) {
  const { act } = useTable();
  const { lobby } = view;
  const sit = view.controls.find((control) => control.what === "sit");
  const free = Math.min(lobby?.free ?? 0, Math.max(0, SHOWN - view.seats.length));
  const at = places(Math.min(9, view.seats.length + free));
  return (
    <>
      <ol class="seats">
        {view.seats.map((row, n) => <Seat key={row.seat} row={row} view={view} size="small" at={at[n] ?? [50, 86]} />)}
        {Array.from({ length: free }, (_, n) => {
          const place = at[view.seats.length + n];
          const style = place ? { left: `${place[0]}%`, top: `${place[1]}%` } : undefined;
          return (
            <li key={`free ${n}`} class="seat small placed free" style={style}>
              {sit ? (
                <button type="button" onClick={() => act(sit)}>{sit.words}</button>
              ) : (
                <span>{pgettext("a seat", "free")}</span>
              )}
            </li>
          );
        })}
      </ol>
      <div class="centre gathering">
        <Fit>
          <h1>{view.table.title}</h1>
          <span class="pile emblem">{view.table.emblem.map((item, n) => <Piece key={n} item={item} place="emblem" nth={n} />)}</span>
          {lobby ? <p class="pitch">{lobby.pitch}</p> : null}
        </Fit>
      </div>
    </>
  );
}
