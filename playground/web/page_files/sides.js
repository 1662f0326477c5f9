// The sides of the conversation: channels on a phone, members, a second member, light or dark.

import { el, face } from "./dom.js";
import { icon } from "./icons.js";

const BESIDE = "beside"; // marks the address of the second member's page, which is a frame in the first
const THEMES = { "": "As the system", light: "Light", dark: "Dark" };
const within = new URLSearchParams(location.search).has(BESIDE);

const app = document.querySelector(".app");
const theme = document.getElementById("theme");
const split = document.getElementById("open-split");
const shut = {};

/** Let a button show and hide a side, and call `changed(open)`. Escape closes it too. */
export function side(buttonId, sideId, name, changed = () => {}) {
  const opener = document.getElementById(buttonId);
  const panel = document.getElementById(sideId);
  opener.append(icon(name));
  const turn = (open) => {
    if (open === (opener.getAttribute("aria-expanded") === "true")) return;
    if (open) for (const [other, close] of Object.entries(shut)) if (other !== sideId) close();
    opener.setAttribute("aria-expanded", String(open));
    panel.classList.toggle("open", open);
    if (panel.tagName === "ASIDE") panel.hidden = !open;
    changed(open);
  };
  shut[sideId] = () => turn(false);
  opener.addEventListener("click", () => {
    turn(opener.getAttribute("aria-expanded") !== "true");
    if (panel.classList.contains("open")) (panel.querySelector("button, [tabindex]") ?? panel).focus();
  });
  panel.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    turn(false);
    opener.focus();
  });
  return turn;
}

/** Wire channels, members, colours and the second member. `where()` returns the current member and channel. */
export function setUpSides(where) {
  const places = side("open-places", "places", "menu");
  const members = side("open-members", "members", "people");
  if (app.clientWidth >= 1000) members(true);
  if (within) document.body.classList.add("within");
  split.append(icon("split"));
  split.hidden = within;
  split.addEventListener("click", () => beside(where));
  theme.append(icon("theme"));
  theme.addEventListener("click", () => {
    const names = Object.keys(THEMES);
    paint(names[(names.indexOf(localStorage.getItem("theme") || "") + 1) % names.length], true);
  });
  addEventListener("storage", () => paint(localStorage.getItem("theme") || ""));
  paint(localStorage.getItem("theme") || "");
  return { places };
}

function paint(name, keep = false) {
  if (keep) localStorage.setItem("theme", name);
  document.documentElement.dataset.theme = name;
  theme.setAttribute("aria-label", `Colours: ${THEMES[name]}`);
  theme.title = `Colours: ${THEMES[name]}`;
}

/** Show or hide a second member of the same channel beside this one. */
function beside(where) {
  const open = document.getElementById(BESIDE);
  split.setAttribute("aria-pressed", String(!open));
  document.body.classList.toggle("split", !open);
  if (open) return open.remove();
  shut.members();
  const { me, people, channel } = where();
  const other = people.find((person) => person.id !== me);
  document.body.append(el("iframe", {
    id: BESIDE, title: "A second member", src: `/?${BESIDE}#${other.id}/${channel ?? ""}`,
  }));
}

/** Draw the list of the members that see the channel. */
export function drawMembers(members, bot) {
  const panel = document.getElementById("members");
  const group = (title, list, here) => list.length
    ? [el("h2", {}, `${title}: ${list.length}`), el("ul", {}, ...list.map((member) => el("li", { class: here ? "" : "gone" },
      face(member.name, member.bot), member.name, member.bot ? el("span", { class: "badge" }, "APP") : null)))]
    : [];
  const people = members.filter((member) => !member.bot);
  const bots = members.filter((member) => member.bot);
  panel.replaceChildren(...group("Here", people, true), ...group(bot.here ? "Bot" : "Bot, not connected", bots, bot.here));
  panel.tabIndex = 0;
}
