/* Seats: round the table, in a line above it, or on boards of their own. */

import { useMemo } from "preact/hooks";
import { Chip, Face, Piece, Words, kinds, numbered, plain, running, useTable } from "./pieces";
import type { Gauge, Grid, SeatRow, View, Zone } from "./view";
import { _, ngettext } from "./words";

/** Where the others sit, in hundredths of the table, from the viewer's left hand round to the right; by their number. */
const LEFT: { [others: number]: [number, number][] } = {
  2: [[24, 24]],
  3: [[17, 52]],
  4: [[15, 66], [25, 17]],
  5: [[16, 70], [17, 38]],
  6: [[16, 76], [15, 46], [29, 15]],
  7: [[16, 77], [15, 50], [18, 21]],
  8: [[15, 82], [15, 58], [15, 34], [30, 12]],
  9: [[15, 82], [15, 59], [15, 36], [18, 13]],
};

/** Return the places of so many others round a table. */
export function places(others: number): [number, number][] {
  const left = LEFT[others] ?? [];
  const top: [number, number][] = others % 2 ? [[50, others > 6 ? 10 : 14]] : [];
  return [...left, ...top, ...left.map(([x, y]): [number, number] => [100 - x, y]).reverse()];
}

/** Return the other seats, from the viewer's left hand round; for a spectator all of them. */
export function others(view: View): SeatRow[] {
  const at = view.seats.findIndex((row) => row.seat === view.me);
  return at < 0 ? view.seats : [...view.seats.slice(at + 1), ...view.seats.slice(0, at)];
}

/** Return what lies before a seat for all to see, and how many cards it hides. */
export function before(view: View, seat: number): { open: Zone[]; hidden: number; grid: Grid | null } {
  const open: Zone[] = [];
  let hidden = 0;
  let grid: Grid | null = null;
  for (const id of view.order) {
    const block = view.blocks[id];
    if (block?.kind === "grid" && block.owner === seat) grid = block;
    if (block?.kind !== "zone" || block.owner !== seat || block.mine) continue;
    const backs = block.items.filter((item) => item === "back").length;
    if (block.layout === "stock" || block.layout === "stack") continue;
    if (backs === block.items.length) hidden += backs;
    else open.push(block);
  }
  return { open, hidden, grid };
}

/** A seat: its plate, what lies before it, what it did. */
export function Seat({ row, view, size, at }: { row: SeatRow; view: View; size: "large" | "small"; at?: [number, number] }) {
  const { open, hidden, grid } = before(view, row.seat);
  const style = at ? { left: `${at[0]}%`, top: `${at[1]}%` } : undefined;
  const winner = view.result?.rows.some((each) => each.seat === row.seat && each.gain > 0);
  return (
    <li class={`seat ${size}${at ? " placed" : ""}`} style={style} data-seat={row.seat} data-winner={winner ? "" : undefined}>
      {open.length || hidden ? (
        <div class="before">
          {hidden ? <Backs many={hidden} seat={row.seat} /> : null}
          {open.map((zone) => <Pile key={zone.id} zone={zone} />)}
        </div>
      ) : null}
      <Plate row={row} />
      {grid && grid.piles.length ? <SmallGrid grid={grid} /> : null}
      <Gauges gauges={row.gauges} />
      {row.talk ? <span class="talk">“{row.talk}”</span> : null}
      {row.bet ? <Chip amount={row.bet} id={`bet:${row.seat}`} gold={row.leads} /> : null}
      {!row.bet && row.note.length && !row.out ? <span class="note"><Words runs={row.note} bare /></span> : null}
    </li>
  );
}

/** The plate of a seat: face, name, the number that matters, and the ring of its time. */
export function Plate({ row, name = row.name }: { row: SeatRow; name?: string }) {
  const { state } = useTable();
  const time = useMemo(() => running(state, row.time), [row.time?.until]);
  const low = row.low.length ? plain(row.low) : row.out ? plain(row.note) : "";
  const said = [
    name,
    row.computer ? _("a computer player") : "",
    low,
    row.asked ? _("to act") : "",
    row.out ? _("out") : "",
    row.bet ? _("bets {n}", { n: row.bet }) : "",
    ...row.marks.map(markWords),
  ];
  return (
    <span class={`plate${row.out ? " out" : ""}${row.asked ? " asked" : ""}`}>
      <span class="unseen">{said.filter(Boolean).join(", ")}</span>
      <span class="visible" aria-hidden="true">
        <Face row={row} />
        <span class="who">
          <b class={name.length > 7 ? "long" : ""}>{name}</b>
          <small>{row.out ? plain(row.note) || _("out") : low}</small>
        </span>
        <Marks row={row} />
      </span>
      {row.asked ? (
        <svg key={row.time?.until} class={`ring${time ? " runs" : ""}`} style={time} aria-hidden="true">
          <rect pathLength="100" rx="22" />
        </svg>
      ) : null}
    </span>
  );
}

/** Return the words of a mark of a seat. */
function markWords(mark: string): string {
  switch (mark) {
    case "host": return _("host");
    case "cohost": return _("co-host");
    case "dealer": return _("dealer");
    case "away": return _("away");
    case "ready": return _("ready");
    case "left": return _("has left");
    case "sits_out": return _("sits out");
    case "vacation": return _("on vacation");
    case "new": return _("new here");
    default: return mark;
  }
}

const SIGNS: { [mark: string]: string } = { host: "⌂", cohost: "⌂", dealer: "★", away: "☾", vacation: "☾", ready: "✓", left: "×" };

function Marks({ row }: { row: SeatRow }) {
  const shown = row.marks.filter((mark) => SIGNS[mark]).slice(0, 2);
  return <>{shown.map((mark) => <i key={mark} class={`mark ${mark}`} title={markWords(mark)}>{SIGNS[mark]}</i>)}</>;
}

function Backs({ many, seat }: { many: number; seat: number }) {
  const shown = Math.min(many, 3);
  return (
    <span class="pile backs" role="img" aria-label={ngettext("{n} hidden card", "{n} hidden cards", many)}>
      {Array.from({ length: shown }, (_, n) => <Piece key={n} item="back" place={`seat ${seat}`} nth={n} />)}
      {many > 3 ? <b class="count">{many}</b> : null}
    </span>
  );
}

/** Items of a zone in its layout. */
export function Pile({ zone, named, most = 12 }: { zone: Pick<Zone, "name" | "items" | "layout"> & { id?: string }; named?: boolean; most?: number }) {
  if (!zone.items.length) return null;
  const place = zone.id ?? zone.name;
  const name = named ? <small class="pile-name">{zone.name}</small> : null;
  if (zone.layout === "heap") {
    return (
      <span class="pile heap" title={zone.name}>
        {kinds(zone.items).map(([item, n]) => (
          <Piece key={item} item={item} place={place}>
            {n > 1 ? <b class="count">{n}</b> : null}
          </Piece>
        ))}
        {name}
      </span>
    );
  }
  if (zone.layout === "pile" || zone.layout === "stack") {
    const top = zone.items[zone.items.length - 1] ?? "back";
    return (
      <span class="pile" title={zone.name}>
        <Piece item={top} place={place} nth={numbered(zone.items).at(-1)?.nth}>
          {zone.items.length > 1 ? <b class="count">{zone.items.length}</b> : null}
        </Piece>
        {name}
      </span>
    );
  }
  const items = numbered(zone.items);
  const shown = items.slice(-most);
  return (
    <span class={`pile row${shown.length > 4 ? " many" : ""}`} title={zone.name}>
      {items.length > shown.length ? <b class="count">+{items.length - shown.length}</b> : null}
      {shown.map(({ item, nth }) => <Piece key={`${item}|${nth}`} item={item} place={place} nth={nth} />)}
      {name}
    </span>
  );
}

/** The numbers of a seat on their scales. */
export function Gauges({ gauges, wide }: { gauges: Gauge[]; wide?: boolean }) {
  if (!gauges.length) return null;
  return <>{gauges.map((gauge) => <Scale key={gauge.name} gauge={gauge} wide={wide} />)}</>;
}

function Scale({ gauge, wide }: { gauge: Gauge; wide?: boolean }) {
  const { value, most, mark, shape } = gauge;
  const words =
    shape === "gap" && mark !== null
      ? `${gauge.name} ${value}, ${gauge.mark_name} ${mark}`
      : shape === "goal"
        ? _("{name} {n} of {all}", { name: gauge.name, n: value, all: most })
        : _("{n} of {all} {name}", { name: gauge.name, n: value, all: most });
  if (shape === "gap" && mark !== null) {
    const scale = Math.max(most, mark, value, 1);
    const danger = mark - value <= 3;
    return (
      <span class={`gap${danger ? " danger" : ""}`} role="img" aria-label={words}>
        <b class="ale">{wide ? gauge.name : ""} {value}</b>
        <span class="bar">
          <i class="filled" style={{ width: `${(100 * value) / scale}%` }} />
          <i class="marker" style={{ left: `${(100 * mark) / scale}%` }} />
        </span>
        <b>{mark} {wide ? gauge.mark_name : ""}</b>
      </span>
    );
  }
  if (most > 12) {
    return (
      <span class="gap" role="img" aria-label={words}>
        <span class="bar"><i class="filled gold" style={{ width: `${(100 * value) / Math.max(1, most)}%` }} /></span>
      </span>
    );
  }
  return (
    <span class={`pips ${shape}`} role="img" aria-label={words}>
      {Array.from({ length: Math.max(most, value) }, (_, n) => (
        <i key={n} class={n < value ? (n < most ? "full" : "over") : ""} />
      ))}
    </span>
  );
}

/** Another seat's grid, small. */
function SmallGrid({ grid }: { grid: Grid }) {
  const at = new Map(grid.piles.map(([column, row, items]) => [`${column},${row}`, items]));
  const [columns, rows] = area(grid.piles.map(([column, row]) => [column, row]), 3);
  const worth = grid.districts.reduce((sum, each) => sum + each.points, 0);
  return (
    <span class="small-grid" role="img" aria-label={_("{grid}, worth {n}", { grid: grid.name, n: worth })}>
      <span class="cells" style={{ "--columns": columns.length }}>
        {rows.flatMap((row) =>
          columns.map((column) => {
            const items = at.get(`${column},${row}`);
            return (
              <span key={`${column},${row}`} class="cell">
                {items ? <Piece item={items[items.length - 1] ?? "back"} place={`${grid.id}:${column},${row}`} /> : null}
              </span>
            );
          }),
        )}
      </span>
      <b class="worth">{worth}</b>
    </span>
  );
}

/** Return the columns and rows that hold all places, at least so many of each. */
export function area(spots: [number, number][], least: number): [number[], number[]] {
  const span = (numbers: number[]): number[] => {
    const low = Math.min(0, ...numbers);
    const high = Math.max(0, ...numbers);
    const start = numbers.length ? Math.min(...numbers) : low;
    const end = numbers.length ? Math.max(...numbers) : high;
    const many = Math.max(least, end - start + 1);
    const first = start - Math.floor((many - (end - start + 1)) / 2);
    return Array.from({ length: many }, (_, n) => first + n);
  };
  return [span(spots.map(([column]) => column)), span(spots.map(([, row]) => row))];
}
