// The traffic between the bot and the server, and the switches of faults.

import { el } from "./dom.js";
import { icon } from "./icons.js";
import { side } from "./sides.js";

const KEPT = 300;
const ARROWS = { request: "→", event: "←", frame: "→" };
const WORDS = { request: "request of the bot's", event: "told to the bot", frame: "said by the bot" };

const panel = document.getElementById("traffic");
const switches = el("div", { class: "switches" });
const since = el("p", { class: "small", role: "status" });
const rows = el("tbody");
const turning = new Set(); // switches that the server has not confirmed yet
let sum = null;
let drawn = 0;
let watch = null;

/** Wire the panel; `ask(request)` sends to the server and returns the result. */
export function setUpTraffic(ask) {
  watch = async (open) => {
    const { lines } = await ask({ do: "watch", on: open });
    rows.replaceChildren();
    if (open) passed(lines || [], false);
  };
  const turn = side("open-traffic", "traffic", "traffic", watch);
  const once = (label, what) =>
    el("button", { type: "button", class: "button secondary", onclick: () => ask({ do: what }) }, label);
  switches.addEventListener("change", async ({ target }) => {
    turning.add(target.value);
    const { error } = await ask({ do: "switch", key: target.value, on: target.checked });
    turning.delete(target.value);
    if (error) target.checked = !target.checked;
  });
  panel.append(
    el("div", { class: "head" }, el("h2", {}, "Troubles"),
      el("button", { type: "button", class: "tool", "aria-label": "Close", onclick: () => {
        turn(false);
        document.getElementById("open-traffic").focus();
      } }, icon("close"))),
    switches,
    el("div", { class: "row" }, once("Cut the connection once", "drop"), once("Repeat the last press", "twice"),
      once("Restart the app", "restart")),
    el("h2", {}, "Traffic"), since,
    el("div", { class: "scroller", tabindex: "0", role: "region", "aria-label": "Requests and events, newest first" },
      el("table", {}, el("thead", {}, el("tr", {}, ...["What", "Status", "Time", "Bytes"].map((word) =>
        el("th", { scope: "col" }, word)))), rows)));
  pressed();
}

/** Watch again after a reconnect, if the panel is open. */
export function watchAgain() {
  if (!panel.hidden) watch(true);
}

/** Start counting again, as a member has acted. */
export function pressed() {
  sum = { requests: 0, events: 0, bytes: 0 };
  count();
}

function count() {
  since.textContent =
    `Since you last did something: ${sum.requests} requests, ${sum.events} events, ${size(sum.bytes)}.`;
}

/** Show lines of traffic, oldest first. Lines from before the panel was opened are not `counted`. */
export function passed(lines, counted = true) {
  for (const line of lines) {
    const bytes = line.sent + line.got;
    if (counted) {
      sum.requests += line.kind === "request";
      sum.events += line.kind === "event";
      sum.bytes += bytes;
    }
    const bad = line.status >= 400;
    rows.prepend(el("tr", { class: bad ? "bad" : line.kind, title: new Date(line.at).toLocaleTimeString() },
      el("td", {}, el("span", { "aria-hidden": "true" }, ARROWS[line.kind] + " "),
        el("span", { class: "quiet" }, WORDS[line.kind] + ": "), line.name),
      el("td", {}, line.status === null ? "" : String(line.status)),
      el("td", {}, line.ms === null ? "" : `${line.ms < 10 ? line.ms : Math.round(line.ms)} ms`),
      el("td", {}, size(bytes))));
  }
  while (rows.childElementCount > KEPT) rows.lastElementChild.remove();
  count();
}

function size(bytes) {
  return bytes < 1000 ? `${bytes} B` : `${(bytes / 1000).toFixed(1)} kB`;
}

/** Show the faults that are on. The focus stays where it is. */
export function drawSwitches(list) {
  document.getElementById("open-traffic").classList.toggle("alarm", list.some((each) => each.on));
  if (drawn !== list.length) {
    drawn = list.length;
    switches.replaceChildren(...list.map((each) => el("label", { class: "switch" },
      el("input", { type: "checkbox", role: "switch", value: each.key, "aria-describedby": `about-${each.key}` }),
      el("span", { class: "name" }, each.label),
      el("span", { class: "small", id: `about-${each.key}` }, each.about))));
  }
  for (const each of list) {
    if (!turning.has(each.key)) switches.querySelector(`[value="${each.key}"]`).checked = each.on;
  }
}
