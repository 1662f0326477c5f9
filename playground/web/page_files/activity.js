// The Activity: its page in a frame, and the dialogs of Discord's client that it asks for. What its page says is passed on
// to the playground, which answers as Discord's client does.

import { el } from "./dom.js";
import { icon } from "./icons.js";

const FOCUSED = 0, PICTURE = 1;
const NARROW = 720; // where Discord's client is a phone's

const app = document.querySelector(".app");
const section = document.getElementById("activity");
const dialog = document.getElementById("client");
const launch = document.getElementById("launch");

const DIALOGS = {
  consent: ({ scopes }, name) => [`Authorise ${name}`,
    `${name} would like to know: ${scopes.map((scope) => SCOPES[scope] ?? scope).join("; ")}.`, "Authorise", "Cancel"],
  link: ({ url }) => ["Leave Discord?", `The Activity opens ${url}`, "Visit the site", "Go back"],
  share: ({ picture, text }) => ["Share a moment", text ?? "", "Share", "Cancel", picture],
  invite: (_, name) => ["Invite friends", `Choose friends to join ${name} here.`, "Done", "Cancel"],
};
const SCOPES = {
  identify: "your name and picture",
  guilds: "the servers that you are in",
  "guilds.members.read": "your name on this server",
};

let ask = null;
let frame = null;
let layout = FOCUSED;

/** Return whether the frame is as narrow as a phone's screen. */
export function isMobile() {
  return app.clientWidth <= NARROW;
}

/** Wire the launcher. `send` asks the playground for something. */
export function setUpActivity(send) {
  ask = send;
  launch.append(icon("launch"));
  launch.addEventListener("click", () => ask({ do: "launch" }));
  addEventListener("message", ({ source, data }) => {
    if (frame && source === frame.contentWindow && Array.isArray(data)) ask({ do: "rpc", message: data });
  });
}

export function offerLaunch(may) {
  launch.hidden = !may;
}

/** Show the Activity at an address, or none. */
export function showActivity({ src, channel }, name) {
  frame = null;
  if (dialog.open) dialog.close();
  section.replaceChildren();
  section.hidden = !src;
  app.classList.toggle("playing", Boolean(src));
  if (!src) return;
  section.className = "";
  layout = FOCUSED;
  frame = el("iframe", {
    title: `${name} in ${channel}`, src, allow: "autoplay; fullscreen",
  });
  section.append(
    el("div", { class: "bar" }, el("h2", {}, name, el("span", { class: "topic" }, channel)),
      tool("phone", "The size of a phone", "wide", () => section.classList.toggle("phone")),
      tool("shrink", "A small picture of it", "", () => {
        layout = layout === FOCUSED ? PICTURE : FOCUSED;
        section.classList.toggle("picture", layout === PICTURE);
        ask({ do: "layout", layout });
        return layout === PICTURE;
      }),
      tool("close", "Leave the Activity", "", () => ask({ do: "shut" }))),
    frame);
  frame.focus();
}

function tool(name, words, kind, press) {
  return el("button", {
    type: "button", class: `tool ${kind}`, title: words, "aria-label": words,
    onclick: (event) => {
      const pressed = press();
      if (typeof pressed === "boolean") event.currentTarget.setAttribute("aria-pressed", String(pressed));
    },
  }, icon(name));
}

/** Pass a message of the playground on to the Activity's page. */
export function tellActivity(message) {
  frame?.contentWindow.postMessage(message, location.origin);
}

/** Show a dialog of Discord's client, and send the member's answer. */
export function askMember({ number, kind, about }, name) {
  const [title, text, yes, no, picture] = DIALOGS[kind](about, name);
  let agreed = false;
  const close = (answer) => {
    agreed = answer;
    dialog.close();
  };
  dialog.replaceChildren(
    el("h2", { id: "client-title" }, title), el("p", {}, text),
    ...(picture ? [el("img", { src: picture, alt: "The picture to be shared" })] : []),
    el("div", { class: "row" },
      el("button", { type: "button", class: "button secondary", onclick: () => close(false) }, no),
      el("button", { type: "button", class: "button primary", onclick: () => close(true) }, yes)));
  dialog.onclose = () => ask({ do: "agree", number, yes: agreed });
  dialog.showModal();
}
