// The start of the page: it opens the websocket and passes each message to the part that shows it.

import { askMember, isMobile, offerLaunch, setUpActivity, showActivity, tellActivity } from "./activity.js";
import { offerCommands, setUpComposer, writeTo } from "./composer.js";
import { el, face } from "./dom.js";
import { icon } from "./icons.js";
import { relative } from "./markdown.js";
import { clear, drawAll, drawOne, remove, setUpMessages } from "./messages.js";
import { openModal } from "./modal.js";
import { drawMembers, setUpSides } from "./sides.js";
import { drawSwitches, passed, pressed, setUpTraffic, watchAgain } from "./traffic.js";

const ACTS = new Set(["slash", "press", "select", "submit"]);

const people = document.getElementById("people");
const channels = document.getElementById("channels");
const place = document.getElementById("place");
const thread = document.getElementById("new-thread");
const status = document.getElementById("status");

let socket = null;
let state = null;
let asked = 0;
let retry = 500;
const waiting = new Map();
const unread = new Set();
const stirred = new Set();

function connect() {
  socket = new WebSocket(location.origin.replace("http", "ws") + "/page/socket");
  socket.addEventListener("open", () => {
    retry = 500;
    say("");
    const [member, channel] = location.hash.slice(1).split("/");
    ask({ do: "look", member, channel });
    watchAgain();
  });
  socket.addEventListener("message", (event) => hear(JSON.parse(event.data)));
  socket.addEventListener("close", () => {
    say("The playground is gone. Trying again…");
    for (const answer of waiting.values()) answer({ error: "The connection was lost." });
    if (state) showActivity({ src: null });
    waiting.clear();
    setTimeout(connect, retry);
    retry = Math.min(retry * 2, 8000);
  });
}

/** Send a request, show its error if it has one, and return the result. */
function ask(request) {
  const n = ++asked;
  if (socket.readyState !== WebSocket.OPEN) return Promise.resolve({ error: "The connection is not there yet." });
  if (ACTS.has(request.do)) pressed();
  return new Promise((answer) => {
    waiting.set(n, answer);
    socket.send(JSON.stringify({ ...request, n, mobile: isMobile() }));
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
  switch (news.type) {
    case "result":
      waiting.get(news.n)?.(news);
      waiting.delete(news.n);
      break;
    case "all":
      showAll(news);
      break;
    case "message":
      drawOne(news.message, state, act);
      break;
    case "gone":
      remove(news.id);
      break;
    case "traffic":
      passed(news.lines);
      break;
    case "unread":
      unread.add(news.channel);
      drawChannels();
      break;
    case "activity":
      showActivity(news, state.bot.name);
      break;
    case "rpc":
      tellActivity(news.message);
      break;
    case "dialog":
      askMember(news, state.bot.name);
      break;
    case "stir":
      if (news.member !== state?.me) {
        stirred.add(news.member);
        drawPeople();
      }
  }
}

function showAll(news) {
  const moved = !state || state.channel !== news.channel || state.me !== news.me;
  state = news;
  unread.delete(news.channel);
  stirred.delete(news.me);
  if (moved) clear();
  offerCommands(news.commands, news);
  drawPeople();
  drawChannels();
  drawMembers(news.members, news.bot);
  drawSwitches(news.switches);
  drawAll(news.messages, state, act);
  history.replaceState(null, "", `#${news.me}/${news.channel ?? ""}`);
}

function look(member, channel) {
  return ask({ do: "look", member, channel });
}

function drawPeople() {
  const focused = people.contains(document.activeElement);
  people.replaceChildren(...state.people.map((person, at) => {
    const own = person.id === state.me;
    return el("button", {
      type: "button", role: "tab", "aria-selected": String(own), "aria-controls": "room", tabindex: own ? "0" : "-1",
      onclick: () => look(person.id, state.channel),
      onkeydown: (event) => {
        const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: state.people.length - 1 }[event.key];
        if (to === undefined) return;
        event.preventDefault();
        look(state.people[(to + state.people.length) % state.people.length].id, state.channel);
      },
    }, face(person.name), person.name,
    stirred.has(person.id) ? el("span", { class: "dot" }, "•", el("span", { class: "quiet" }, " something new")) : null);
  }));
  const chosen = people.querySelector('[aria-selected="true"]');
  chosen.scrollIntoView({ block: "nearest", inline: "nearest" });
  if (focused) chosen.focus();
}

function signOf(channel) {
  if (channel.thread) return "thread";
  return channel.direct ? "people" : "hash";
}

function drawChannels() {
  channels.replaceChildren(...state.guilds.flatMap((guild) => [
    el("li", { class: "guild" }, guild.name),
    ...guild.channels.map((channel) => el("li", { class: channel.thread ? "thread" : "" },
      el("button", {
        type: "button", "aria-current": channel.id === state.channel ? "page" : null,
        onclick: () => {
          sides.places(false);
          look(state.me, channel.id);
        },
      }, icon(signOf(channel)), channel.name,
      unread.has(channel.id) ? el("span", { class: "dot" }, "•", el("span", { class: "quiet" }, " unread")) : null))),
  ]));
  const here = state.guilds.flatMap((guild) => guild.channels).find((channel) => channel.id === state.channel);
  place.replaceChildren(...(here
    ? [icon(signOf(here)), el("span", {}, here.name), el("span", { class: "topic" }, here.topic)]
    : ["Nothing to see"]));
  if (here) writeTo(here.name, here.writable, here.direct ? "" : "#");
  thread.hidden = !state.may.thread;
  offerLaunch(state.may.launch);
  if (!state.bot.here) say(`${state.bot.name} is not connected.`);
  else if (status.textContent.endsWith("is not connected.")) say("");
}

const act = {
  press: async (message, customId, button) => {
    button.setAttribute("aria-busy", "true");
    await ask({ do: "press", message: message.id, custom_id: customId });
    button.removeAttribute("aria-busy");
  },
  select: (message, customId, values) => ask({ do: "select", message: message.id, custom_id: customId, values }),
  dismiss: (message) => ask({ do: "dismiss", message: message.id }),
  remove: (message) => ask({ do: "delete", message: message.id }),
  beginThread: (message) => nameThread(message),
  openThread: (id) => look(state.me, id),
};

/** Ask for a name and begin a thread, on a message if one is given; the page then shows the thread. */
function nameThread(message = null) {
  const name = { type: 4, custom_id: "name", style: 1, max_length: 100 };
  const form = { title: "New thread", components: [{ type: 18, label: "Thread name", component: name }] };
  openModal(form, state, async (values) => {
    const begun = await ask({ do: "thread", name: values.name, message: message?.id });
    return begun.error;
  });
}

setInterval(() => {
  for (const time of document.querySelectorAll("time[data-relative]")) {
    time.textContent = relative(Number(time.dataset.relative));
  }
}, 1000);

thread.append(icon("thread"));
thread.addEventListener("click", () => nameThread());
const sides = setUpSides(() => state);
setUpMessages();
setUpTraffic(ask);
setUpActivity(ask);
setUpComposer(ask);
connect();
