/* How buttons stand side by side. */

/** Return in how many columns so many buttons stand, by the letters of the longest. */
export function columnsFor(many: number, longest: number): number {
  if (many < 3) return Math.max(1, many);
  if (longest <= 4) return Math.min(many, 5);
  if (longest <= 16) return many === 4 ? 2 : 3;
  return longest <= 26 && many > 6 ? 3 : 2;
}
