/* How a game ended: who won, the moment that decided it, who lost what. */

import { Face, Piece, Words } from "./pieces";
import type { Result as Ended, SeatRow, View } from "./view";
import { _, ngettext } from "./words";

/** What a seat has won or lost: money, or where none was at stake its points. */
const gainOf = (row: Ended["rows"][number]): string =>
  row.points && (!row.change || row.gain === 0) ? ngettext("{n} point", "{n} points", row.points) : row.change;

export function Result({ view, result }: { view: View; result: Ended }) {
  const seatOf = (seat: number): SeatRow | undefined => view.seats.find((row) => row.seat === seat);
  const best = result.rows.filter((row) => row.gain > 0 || row.place === 1);
  const winners = best.length ? best : [];
  const rest = result.rows.filter((row) => !winners.includes(row));
  return (
    <div class={`result ${result.degree}`}>
      <div class="rays" aria-hidden="true" />
      <p class="title">{result.title}</p>
      <div class="winners">
        {winners.slice(0, 3).map((row) => {
          const seat = seatOf(row.seat);
          return seat ? (
            <span key={row.seat} class="winner" data-winner="" data-seat={row.seat}>
              <i class="crown" aria-hidden="true">♛</i>
              <Face row={seat} />
              <b>{seat.seat === view.me ? _("You") : seat.name}</b>
              <em>{gainOf(row)}</em>
              {row.items.length ? <span class="pile row">{row.items.slice(0, 9).map((item, n) => <Piece key={n} item={item} place={`won ${row.seat}`} nth={n} />)}</span> : null}
            </span>
          ) : null;
        })}
      </div>
      <h1><Words runs={result.headline} bare /></h1>
      {result.personal.length ? <p class="personal"><Words runs={result.personal} bare /></p> : null}
      {result.moment.length ? (
        <p class="moment">
          {result.items.length ? <span class="pile row">{result.items.slice(0, 5).map((item, n) => <Piece key={n} item={item} place="moment" nth={n} />)}</span> : null}
          <span><b><Words runs={result.moment} bare /></b> {result.then.length ? <span><Words runs={result.then} bare /></span> : null}</span>
        </p>
      ) : null}
      <ol class="others">
        {rest.map((row) => {
          const seat = seatOf(row.seat);
          return seat ? (
            <li key={row.seat}>
              <Face row={seat} />
              <span class="who"><b>{seat.seat === view.me ? _("You") : seat.name}</b><small><Words runs={row.reason} bare /></small></span>
              {row.items.length ? <span class="pile row">{row.items.slice(0, 7).map((item, n) => <Piece key={n} item={item} place={`end ${row.seat}`} nth={n} />)}</span> : null}
              <b class="change">{gainOf(row)}</b>
            </li>
          ) : null;
        })}
      </ol>
      {result.course.length > 2 ? <Course view={view} course={result.course} /> : null}
      {result.notes.map((note, n) => <p key={n} class="note"><Words runs={note} bare /></p>)}
    </div>
  );
}

const DASHES = ["", "", "4 2", "1 2", "6 2 1 2", "8 3", "1 3", "3 2", "6 2 1 2 1 2", "9 2 2 2"];

/** The scores step by step: the leader's line is golden, the others have dashes of their own and their names. */
function Course({ view, course }: { view: View; course: Ended["course"] }) {
  const seats = [...new Set(course.flatMap((step) => step.map(([seat]) => seat)))];
  const all = course.flatMap((step) => step.map(([, score]) => score));
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const y = (score: number) => 58 - (54 * (score - low)) / Math.max(1, high - low);
  const x = (step: number) => 4 + (232 * step) / Math.max(1, course.length - 1);
  const lines = seats
    .map((seat) => ({ seat, points: course.flatMap((step, n) => step.filter(([each]) => each === seat).map(([, score]): [number, number] => [x(n), y(score)])) }))
    .sort((a, b) => (a.points.at(-1)?.[1] ?? 0) - (b.points.at(-1)?.[1] ?? 0));
  const apart: number[] = [];
  for (const line of lines) apart.push(Math.max(line.points.at(-1)?.[1] ?? 0, (apart.at(-1) ?? -9) + 9));
  const tall = Math.max(62, (apart.at(-1) ?? 0) + 4);
  return (
    <svg class="course" viewBox={`0 0 300 ${tall}`} role="img" aria-label={_("The scores, step by step")}>
      {lines.map(({ seat, points }, n) => (
        <g key={seat} class={n ? "" : "first"}>
          <polyline points={points.map(([px, py]) => `${px.toFixed(1)},${py.toFixed(1)}`).join(" ")} stroke-dasharray={DASHES[n % DASHES.length]} />
          <text x="240" y={(apart[n] ?? 0) + 3}>{view.seats.find((row) => row.seat === seat)?.name ?? seat}</text>
        </g>
      ))}
    </svg>
  );
}
