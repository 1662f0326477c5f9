/*
 * The page's own words in the reader's language.
 *
 * English stands in the code, marked like Python's: plain strings, whole sentences, values by name. The server sends
 * the other languages from the same catalogues as its own texts; the build lists which texts those are.
 */

/** The texts of the page in one language, by the English ones; those that count something by the categories of CLDR. */
export interface PageWords {
  language: string;
  texts: { [english: string]: string | { [category: string]: string } };
}

type Values = { [name: string]: string | number };

/** English as the bot writes it. */
const ENGLISH = "en-GB";
let texts: PageWords["texts"] = {};
let language = "en";
let plurals = new Intl.PluralRules(ENGLISH);
let numbers = new Intl.NumberFormat(ENGLISH);
let distances = new Intl.RelativeTimeFormat(ENGLISH);

/** Say everything in this language from now on. */
export function speak(words: PageWords): void {
  ({ language, texts } = words);
  const locale = language === "en" ? ENGLISH : language;
  plurals = new Intl.PluralRules(locale);
  numbers = new Intl.NumberFormat(locale);
  distances = new Intl.RelativeTimeFormat(locale);
  if (typeof document === "undefined") return;
  document.documentElement.lang = language;
  // the style writes this word on a button that was pressed
  document.documentElement.style.setProperty("--sent", JSON.stringify(_("sent")));
}

/** Return the language in which the page speaks. */
export const spoken = (): string => language;

/** Return a text in the reader's language, with its values. */
export function _(text: string, values: Values = {}): string {
  return filled(texts[text], text, values);
}

/** Return a text that says different things in different contexts. */
export function pgettext(context: string, text: string, values: Values = {}): string {
  return filled(texts[`${context}\u0004${text}`], text, values);
}

/** Return the form of a text for `n` things; `{n}` is their number. */
export function ngettext(one: string, many: string, n: number, values: Values = {}): string {
  const forms = texts[one];
  const known = typeof forms === "object" ? (forms[plurals.select(Math.abs(n))] ?? forms["other"]) : undefined;
  return filled(known, Math.abs(n) === 1 ? one : many, { n, ...values });
}

function filled(known: PageWords["texts"][string] | undefined, english: string, values: Values): string {
  const text = typeof known === "string" ? known : english;
  return text.replace(/\{(\w+)\}/g, (field, name: string) => {
    const value = values[name];
    return value === undefined ? field : typeof value === "number" ? big(value) : value;
  });
}

/** Return a number as the reader's language writes it, with the minus sign that people read. */
export const big = (n: number): string => numbers.format(n).replace("-", "−");

/** Return a share of 1 as a percentage. */
export const percent = (share: number): string =>
  new Intl.NumberFormat(language === "en" ? ENGLISH : language, { style: "percent" }).format(share);

/** Return how far away a moment is: `in 20 seconds`. */
export function distance(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 90) return distances.format(seconds, "second");
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? distances.format(minutes, "minute") : distances.format(Math.round(minutes / 60), "hour");
}
