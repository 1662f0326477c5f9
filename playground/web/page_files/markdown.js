// The part of Discord's markdown that bots use, as DOM nodes.

import { el, emoji } from "./dom.js";

const INLINE = new RegExp(
  [
    "(?<escape>\\\\[*_~`|\\\\<>#\\[\\]()-])",
    "(?<code>``?.+?``?)",
    "\\*\\*(?<bold>.+?)\\*\\*",
    "__(?<under>.+?)__",
    "~~(?<strike>.+?)~~",
    "\\|\\|(?<spoiler>.+?)\\|\\|",
    "\\*(?<italic>[^*\\s](?:[^*]*[^*\\s])?)\\*",
    "(?<![\\w])_(?<italic2>[^_\\s](?:[^_]*[^_\\s])?)_(?![\\w])",
    "\\[(?<label>[^\\]]+)\\]\\((?<href>https?://[^)\\s]+)\\)",
    "<t:(?<time>\\d+)(?::(?<style>[tTdDfFRsS]))?>",
    "<@!?(?<user>\\d+)>",
    "<@&(?<role>\\d+)>",
    "<#(?<channel>\\d+)>",
    "</(?<command>[^:>]+):\\d+>",
    "<(?<moving>a?):(?<emoji>\\w+):(?<emojiId>\\d+)>",
    "(?<everyone>@everyone|@here)",
    "<?(?<url>https?://[^\\s<>]+)>?",
  ].join("|"),
  "su",
);

// Up to thirty emoji and nothing else are shown large.
const JUMBO = /^\s*(?:(?:<a?:\w+:\d+>|\p{Extended_Pictographic}\uFE0F?)\s*){1,30}$/u;

/** Return the nodes of a whole text. `names` knows users, roles and channels by id. */
export function markdown(text, names) {
  if (JUMBO.test(text)) return inlineInto(el("p", { class: "jumbo" }), text, names);
  const holder = document.createDocumentFragment();
  const lines = text.split("\n");
  for (let i = 0; i < lines.length; ) {
    const line = lines[i];
    if (line.startsWith("```")) {
      let end = i;
      const block = [];
      const oneLine = line.length > 6 && line.endsWith("```");
      if (oneLine) block.push(line.slice(3, -3));
      else {
        for (end = i + 1; end < lines.length && !lines[end].endsWith("```"); end++) block.push(lines[end]);
        if (end < lines.length && lines[end] !== "```") block.push(lines[end].slice(0, -3));
      }
      holder.append(el("pre", { tabindex: "0" }, el("code", {}, block.join("\n"))));
      i = end + 1;
      continue;
    }
    const heading = /^(#{1,3}) (.+)$/.exec(line);
    if (heading) {
      holder.append(inlineInto(el("h" + (heading[1].length + 1)), heading[2], names));
      i++;
      continue;
    }
    if (line.startsWith("-# ")) {
      holder.append(inlineInto(el("p", { class: "small" }), line.slice(3), names));
      i++;
      continue;
    }
    if (/^\s*(?:[-*]|\d+\.) /.test(line)) {
      const ordered = /^\s*\d/.test(line);
      const list = el(ordered ? "ol" : "ul", ordered ? { start: String(parseInt(line, 10)) } : {});
      for (; i < lines.length && /^\s*(?:[-*]|\d+\.) /.test(lines[i]); i++) {
        const found = /^(\s*)(?:[-*]|\d+\.) (.*)$/.exec(lines[i]);
        const item = inlineInto(el("li"), found[2], names);
        if (found[1].length > 1) item.className = "deeper";
        list.append(item);
      }
      holder.append(list);
      continue;
    }
    if (line.startsWith("> ")) {
      const quote = [];
      for (; i < lines.length && lines[i].startsWith("> "); i++) quote.push(lines[i].slice(2));
      holder.append(el("blockquote", {}, markdown(quote.join("\n"), names)));
      continue;
    }
    const paragraph = [];
    for (; i < lines.length && !startsBlock(lines[i]); i++) paragraph.push(lines[i]);
    if (paragraph.join("").trim()) holder.append(inlineInto(el("p"), paragraph.join("\n"), names));
    if (!paragraph.length) i++;
  }
  return holder;
}

function startsBlock(line) {
  return /^(?:```|#{1,3} |-# |> |\s*(?:[-*]|\d+\.) )/.test(line);
}

function inlineInto(holder, text, names) {
  for (let rest = text; rest; ) {
    const found = INLINE.exec(rest);
    if (!found) {
      holder.append(rest);
      break;
    }
    if (found.index) holder.append(rest.slice(0, found.index));
    holder.append(piece(found, names));
    rest = rest.slice(found.index + found[0].length);
  }
  return holder;
}

function piece(found, names) {
  const is = found.groups;
  const within = (tag, text, properties) => inlineInto(el(tag, properties), text, names);
  if (is.escape) return is.escape.slice(1);
  if (is.code) return el("code", {}, is.code.replace(/^`+|`+$/g, ""));
  if (is.bold) return within("strong", is.bold);
  if (is.under) return within("u", is.under);
  if (is.strike) return within("s", is.strike);
  if (is.spoiler) return within("span", is.spoiler, { class: "spoiler", tabindex: "0" });
  if (is.italic || is.italic2) return within("em", is.italic || is.italic2);
  if (is.label) return link(is.href, is.label);
  if (is.url) return link(is.url, is.url);
  if (is.time) return moment(Number(is.time), is.style || "f");
  if (is.user) return el("span", { class: "mention" }, "@" + (names.users[is.user] || "somebody"));
  if (is.role) return el("span", { class: "mention" }, "@" + (names.roles[is.role] || "role"));
  if (is.channel) return el("span", { class: "mention" }, "#" + (names.channels[is.channel] || "gone"));
  if (is.command) return el("span", { class: "mention" }, "/" + is.command);
  if (is.emoji) return emoji({ id: is.emojiId, name: is.emoji });
  return el("span", { class: "mention" }, is.everyone);
}

function link(href, text) {
  return el("a", { href, target: "_blank", rel: "noopener noreferrer" }, text);
}

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};

function moment(seconds, style) {
  const date = new Date(seconds * 1000);
  const whole = new Intl.DateTimeFormat(undefined, STYLES.F).format(date);
  const words = style === "R" ? relative(seconds) : new Intl.DateTimeFormat(undefined, STYLES[style]).format(date);
  const properties = { datetime: date.toISOString(), title: whole };
  if (style === "R") properties["data-relative"] = String(seconds);
  return el("time", properties, words);
}

/** Return a time relative to now: "in 3 minutes", "2 hours ago". */
export function relative(seconds) {
  const away = seconds - Date.now() / 1000;
  const format = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });
  for (const [unit, size] of [["day", 86400], ["hour", 3600], ["minute", 60]]) {
    if (Math.abs(away) >= size) return format.format(Math.round(away / size), unit);
  }
  return format.format(Math.round(away), "second");
}
