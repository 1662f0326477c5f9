// The page's heart: one websocket, what it says, and where that is shown.

import { el, hue } from "./dom.js";
import { messageItem } from "./components.js";
import { offerCommands, setUpComposer } from "./composer.js";
import { relative } from "./markdown.js";
import { openModal } from "./modal.js";

const people = document.getElementById("people");
const channels = document.getElementById("channels");
const messages = document.getElementById("messages");
const place = document.getElementById("place");
const announcer = document.getElementById("announcer");
const status = document.getElementById("status");

let socket = null;
let state = null;
let asked = 0;
let retry = 500;
let atEnd = true;
const waiting = new Map();
const shown = new Map();
const unread = new Set();
const stirred = new Set();

function connect() {
  socket = new WebSocket(location.origin.replace("http", "ws") + "/page/socket");
  socket.addEventListener("open", () => {
    retry = 500;
    say("");
    const [member, channel] = location.hash.slice(1).split("/");
    ask({ do: "look", member, channel });
  });
  socket.addEventListener("message", (event) => hear(JSON.parse(event.data)));
  socket.addEventListener("close", () => {
    say("The playground is gone. Trying again…");
    for (const answer of waiting.values()) answer({ error: "The connection was lost." });
    waiting.clear();
    setTimeout(connect, retry);
    retry = Math.min(retry * 2, 8000);
  });
}

/** Send a request; gives the result, and shows its error. */
function ask(request) {
  const n = ++asked;
  return new Promise((answer) => {
    waiting.set(n, answer);
    socket.send(JSON.stringify({ ...request, n }));
  }).then((result) => {
    say(result.error || "");
    if (result.modal) openModal(result.modal, state, async (values) => {
      const sent = await ask({ do: "submit", modal: result.modal.id, values });
      return sent.error;
    });
    return result;
  });
}

function say(text) {
  status.textContent = text;
}

function hear(news) {
  if (news.type === "result") {
    waiting.get(news.n)?.(news);
    waiting.delete(news.n);
  } else if (news.type === "all") {
    state = news;
    unread.delete(news.channel);
    stirred.delete(news.me);
    shown.clear();
    for (const message of news.messages) shown.set(message.id, message);
    offerCommands(news.commands, news);
    drawPeople();
    drawChannels();
    drawAll();
    history.replaceState(null, "", `#${news.me}/${news.channel ?? ""}`);
  } else if (news.type === "message") {
    const isNew = !shown.has(news.message.id);
    shown.set(news.message.id, news.message);
    drawOne(news.message, isNew);
  } else if (news.type === "gone") {
    shown.delete(news.id);
    item(news.id)?.remove();
  } else if (news.type === "unread") {
    unread.add(news.channel);
    drawChannels();
  } else if (news.type === "stir" && news.member !== state?.me) {
    stirred.add(news.member);
    drawPeople();
  }
}

function look(member, channel) {
  ask({ do: "look", member, channel });
}

function drawPeople() {
  people.replaceChildren(...state.people.map((person) => {
    const face = el("span", { class: "face", "aria-hidden": "true" }, person.name.slice(0, 1));
    face.style.setProperty("--hue", hue(person.name));
    const own = person.id === state.me;
    return el("button", {
      type: "button", role: "tab", "aria-selected": String(own), tabindex: own ? "0" : "-1",
      onclick: () => look(person.id, state.channel),
      onkeydown: (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!step) return;
        const at = state.people.findIndex((each) => each.id === person.id);
        const next = state.people[(at + step + state.people.length) % state.people.length];
        look(next.id, state.channel);
        setTimeout(() => people.querySelector('[aria-selected="true"]')?.focus(), 100);
      },
    }, face, person.name, stirred.has(person.id) ? el("span", { class: "dot", title: "Something new" }, "•") : null);
  }));
  people.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function drawChannels() {
  channels.replaceChildren(...state.guilds.flatMap((guild) => [
    el("li", { class: "guild" }, guild.name),
    ...guild.channels.map((channel) => el("li", { class: channel.thread ? "thread" : "" },
      el("button", {
        type: "button", "aria-current": channel.id === state.channel ? "page" : null,
        onclick: () => look(state.me, channel.id),
      }, (channel.thread ? "↳ " : "# ") + channel.name,
      unread.has(channel.id) ? el("span", { class: "dot", title: "Unread" }, "•") : null))),
  ]));
  const here = state.guilds.flatMap((guild) => guild.channels).find((channel) => channel.id === state.channel);
  place.replaceChildren(here ? "# " + here.name : "Nothing to see", here?.topic
    ? el("span", { class: "small" }, " " + here.topic) : "");
  if (!state.bot.here) say(`${state.bot.name} is not connected.`);
  else if (status.textContent.endsWith("is not connected.")) say("");
}

function act() {
  return {
    press: async (message, customId, button) => {
      button.setAttribute("aria-busy", "true");
      await ask({ do: "press", message: message.id, custom_id: customId });
      button.removeAttribute("aria-busy");
    },
    select: (message, customId, values) => ask({ do: "select", message: message.id, custom_id: customId, values }),
    dismiss: (message) => ask({ do: "dismiss", message: message.id }),
  };
}

function item(id) {
  return messages.querySelector(`[data-id="${id}"]`);
}

function drawAll() {
  let previous = null;
  messages.replaceChildren(...[...shown.values()].map((message) => {
    const made = messageItem(message, state, act(), previous);
    previous = message;
    return made;
  }));
  toEnd();
}

function toEnd() {
  atEnd = true;
  messages.scrollTop = messages.scrollHeight;
}

function drawOne(message, isNew) {
  const old = item(message.id);
  const focused = old?.contains(document.activeElement) ? document.activeElement.dataset.customId : null;
  const list = [...shown.values()];
  const made = messageItem(message, state, act(), list[list.indexOf(message) - 1] ?? null);
  if (isNew || !old) {
    messages.append(made);
    // New messages are read out; repainted ones are not, or a game would never be silent.
    announcer.append(el("p", {}, made.innerText.slice(0, 400)));
    while (announcer.childElementCount > 5) announcer.firstElementChild.remove();
  }
  else old.replaceWith(made);
  // A repainted message keeps the keyboard where it was.
  if (focused) made.querySelector(`[data-custom-id="${CSS.escape(focused)}"]`)?.focus();
  if (atEnd) toEnd();
}

// Whoever reads the end stays there, also when pictures arrive or the composer grows.
messages.addEventListener("scroll", () => {
  atEnd = messages.scrollHeight - messages.scrollTop - messages.clientHeight < 80;
});
messages.addEventListener("load", () => atEnd && toEnd(), true);
new ResizeObserver(() => atEnd && toEnd()).observe(messages);

setInterval(() => {
  for (const time of document.querySelectorAll("time[data-relative]")) {
    time.textContent = relative(Number(time.dataset.relative));
  }
}, 1000);

setUpComposer(ask);
connect();
