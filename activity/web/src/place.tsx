/* Cards that are laid on a grid: which lies where so far, the places open to the next, and the viewer's own grid. */

import { useMemo, useState } from "preact/hooks";
import { Piece, Sentence } from "./pieces";
import { area } from "./seats";
import { type Spot, openSpots } from "./spots";
import type { Grid, Item, Pile, Place, View } from "./view";
import { _, big } from "./words";

/** An answer on its way: a place for some of the items, and the item that goes next. */
export interface Laying {
  prompt: Place;
  placed: (Spot | null)[];
  next: number;
  /** The places open to the next item; none if all are laid. */
  spots: Spot[];
  choose: (at: number) => void;
  lay: (spot: Spot, at?: number) => void;
  clear: () => void;
  /** The answer, once every item has its place. */
  answer: Spot[] | null;
}

export function useLaying(prompt: Place | null): Laying | null {
  const [draft, setDraft] = useState<{ ask: number; placed: (Spot | null)[]; next: number }>({ ask: -1, placed: [], next: 0 });
  return useMemo(() => {
    if (!prompt) return null;
    const mine = draft.ask === prompt.id;
    const placed = mine ? draft.placed : prompt.items.map(() => null);
    const free = placed.findIndex((spot) => spot === null);
    const next = mine && placed[draft.next] === null ? draft.next : free;
    const lain = placed.filter((spot) => spot !== null);
    const keep = (changed: (Spot | null)[], to: number) => setDraft({ ask: prompt.id, placed: changed, next: to });
    return {
      prompt,
      placed,
      next,
      spots: next < 0 ? [] : openSpots(prompt, lain),
      choose: (at) => keep(placed.map((spot, n) => (n === at ? null : spot)), at),
      lay: (spot, at = next) => keep(placed.map((old, n) => (n === at ? spot : old)), -1),
      clear: () => keep(prompt.items.map(() => null), 0),
      answer: next < 0 ? counted(prompt, lain) : null,
    };
  }, [prompt, draft]);
}

/** On an empty grid all places are counted from the first item's. */
function counted(prompt: Place, placed: Spot[]): Spot[] {
  const first = placed[0];
  if (prompt.piles.length || !first) return placed;
  return placed.map(([column, row]) => [column - first[0], row - first[1]]);
}

/** The viewer's own grid, large: every place with its points, the cards laid so far, and the places still open. */
export function OwnGrid({ view, laying }: { view: View; laying: Laying | null }) {
  const grid = view.order
    .map((id) => view.blocks[id])
    .find((block): block is Grid => block?.kind === "grid" && block.owner === view.me);
  const piles: Pile[] = laying ? laying.prompt.piles : (grid?.piles ?? []);
  if (!grid && !laying) return null;
  const lying = new Map(piles.map(([column, row, items]) => [`${column},${row}`, items]));
  const fresh = new Map<string, number>();
  laying?.placed.forEach((spot, n) => spot && fresh.set(String(spot), n));
  const open = new Set(laying?.spots.map(String));
  const all: [number, number][] = [
    ...piles.map(([column, row]): [number, number] => [column, row]),
    ...(laying?.spots ?? []),
    ...(laying?.placed.filter((spot) => spot !== null) ?? []),
  ];
  const [columns, rows] = area(all, 3);
  const wanted = view.lesson?.wanted;
  const spot = laying && Array.isArray(wanted) ? wanted[laying.next ?? -1] : null;
  const isWanted = (column: number, row: number) => Array.isArray(spot) && spot[0] === column && spot[1] === row;
  const worth = grid?.districts.reduce((sum, each) => sum + each.points, 0) ?? 0;
  return (
    <div class="own-grid">
      <div class="cells" style={{ "--columns": columns.length }} role="group" aria-label={grid ? _("Your {city}", { city: grid.name }) : _("Laid out")}>
        {rows.flatMap((row) =>
          columns.map((column) => {
            const key = `${column},${row}`;
            const items = lying.get(key) ?? [];
            const laid = fresh.get(key);
            const item: Item | undefined = laid === undefined ? items.at(-1) : laying?.prompt.items[laid];
            const district = laid === undefined ? grid?.districts.find((each) => each.column === column && each.row === row) : undefined;
            const where = { column: column - (columns[0] ?? 0) + 1, row: row - (rows[0] ?? 0) + 1 };
            const inner = (
              <>
                {item ? <Piece item={item} place={`own:${key}`} gold={laid !== undefined} /> : null}
                {district ? <b class="points">{district.points}</b> : null}
                {district ? <small class="district">{district.name}</small> : null}
                {items.length > 1 ? <b class="count">{items.length}</b> : null}
              </>
            );
            if (laying && laid !== undefined) {
              return (
                <button key={key} type="button" class="cell laid" onClick={() => laying.choose(laid)} aria-label={_("Take back the card in column {column}, row {row}", where)}>
                  {inner}
                </button>
              );
            }
            if (laying && open.has(key)) {
              return (
                <button
                  key={key}
                  type="button"
                  class={`cell open${item ? " over" : ""}${isWanted(column, row) ? " wanted" : ""}`}
                  data-spot={key}
                  onClick={() => laying.lay([column, row])}
                  aria-label={district ? _("Place it in column {column}, row {row}, over this: {district}", { ...where, district: district.name }) : _("Place it in column {column}, row {row}", where)}
                >
                  {inner}
                </button>
              );
            }
            return <span key={key} class={`cell${item ? "" : " none"}`}>{inner}</span>;
          }),
        )}
      </div>
      {grid ? <p><Sentence text={_("Your {city} {worth}", { city: grid.name })} values={{ worth: <b>{big(worth)}</b> }} /></p> : null}
    </div>
  );
}
