/* What a hint says about each card of a hand. */

import type { Item, Runs } from "./view";

/** Take a hint apart that says something about each item of a hand in its order: `Worth: Lady 2, Bard 1.` */
export function scoresIn(line: Runs, items: Item[]): { before: Runs; below: string[] } | null {
  const start = line.findIndex((run) => typeof run === "object" && "item" in run);
  if (start < 0 || items.length < 2) return null;
  const left = items.map((item, at) => ({ item, at }));
  const below = items.map(() => "");
  for (let n = start; n < line.length; n += 1) {
    const run = line[n];
    if (typeof run !== "object" || !("item" in run)) continue;
    const after = line[n + 1];
    const at = left.findIndex((each) => each.item === run.item);
    if (at < 0) return null;
    const [found] = left.splice(at, 1);
    const word = typeof after === "string" ? (after.split(/[,.;]/)[0] ?? "").trim() : "";
    if (found) below[found.at] = word;
  }
  if (left.length || below.some((word) => word.length > 14)) return null;
  const before = line.slice(0, start).map((run) => (typeof run === "string" ? run.replace(/[:,]\s*$/, "") : run));
  return { before, below };
}
