/* The places of a grid that has no frame of its own. */

import type { Place } from "./view";

export type Spot = [column: number, row: number];

/** Return the places open to one more item, by the frame that a place's prompt describes. */
export function openSpots(prompt: Pick<Place, "piles" | "span" | "depth">, placed: Spot[]): Spot[] {
  const lying = new Map(prompt.piles.map(([column, row, items]) => [`${column},${row}`, items.length]));
  const taken = new Set(placed.map(String));
  const all: Spot[] = [...prompt.piles.map(([column, row]): Spot => [column, row]), ...placed];
  if (!all.length) return [[0, 0]];
  const [columns, rows] = [all.map(([column]) => column), all.map(([, row]) => row)];
  const spots: Spot[] = [];
  for (let row = Math.max(...rows) - prompt.span + 1; row < Math.min(...rows) + prompt.span; row += 1) {
    for (let column = Math.max(...columns) - prompt.span + 1; column < Math.min(...columns) + prompt.span; column += 1) {
      const key = `${column},${row}`;
      if (!taken.has(key) && (lying.get(key) ?? 0) < prompt.depth) spots.push([column, row]);
    }
  }
  return spots;
}
