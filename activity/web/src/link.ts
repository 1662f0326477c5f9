/* The connection to the server: it comes back by itself, and sends again what the server may not have got. */

import type { Press, Store } from "./store";
import type { Frame, Sent } from "./view";
import { _, spoken } from "./words";

/** How long to wait before each try to come back, in milliseconds: the last for every further one. With the jitter a
 * try follows within three seconds of a server that is back. */
export const WAITS = [150, 400, 900, 1600, 2400];
const JITTER = 300;
/** A connection on which nothing comes for so long after it was opened is given up. */
const PATIENCE = 5000;

export class Link {
  private socket: WebSocket | null = null;
  private tries = 0;
  private over = false;
  private session = "";

  constructor(
    private store: Store,
    private address: URL,
    private renew: () => Promise<string>,
  ) {}

  open(session: string): void {
    this.session = session;
    this.connect();
    // a phone that was asleep, or lost its network, need not wait for its turn
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.hurry();
    });
  }

  close(): void {
    this.over = true;
    this.socket?.close();
  }

  /** Send a press now, and again after every connection that is lost before it is judged. */
  press(press: Press): void {
    this.store.set({ presses: [...this.store.state.presses, press] });
    this.send(press.sent);
  }

  private send(frame: Sent): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(frame));
  }

  private hurry(): void {
    if (this.store.state.link === "lost" && this.socket === null && !this.over) this.connect();
  }

  private connect(): void {
    const socket = new WebSocket(this.address);
    this.socket = socket;
    let heard = false;
    const patience = setTimeout(() => {
      if (!heard) socket.close();
    }, PATIENCE);
    socket.onopen = () => this.send({ t: "hello", session: this.session, locale: this.store.state.locale, reads: spoken() });
    socket.onmessage = ({ data }) => {
      const frame = JSON.parse(String(data)) as Frame;
      if (frame.t === "gone") {
        this.over = frame.then === "never";
        if (frame.then === "session") this.session = "";
      }
      const fits = this.store.take(frame, Date.now());
      if (!fits) this.send({ t: "again" });
      if (!heard && (frame.t === "whole" || frame.t === "change")) {
        heard = true;
        this.tries = 0;
        this.store.set({ link: "open" });
        for (const press of this.store.state.presses) this.send(press.sent);
      }
    };
    socket.onclose = () => {
      clearTimeout(patience);
      if (this.socket !== socket) return;
      this.socket = null;
      if (this.over) {
        this.store.set({ link: "closed" });
        return;
      }
      this.store.set({ link: "lost" });
      const wait = WAITS[Math.min(this.tries, WAITS.length - 1)] ?? 0;
      this.tries += 1;
      setTimeout(() => void this.comeBack(), wait + Math.random() * JITTER);
    };
  }

  private async comeBack(): Promise<void> {
    if (this.socket !== null || this.over) return;
    if (!this.session) {
      try {
        this.session = await this.renew();
      } catch (error) {
        const words = error instanceof Error ? error.message : _("Discord didn't say who you are.");
        this.store.set({ trouble: { words: [words], again: true }, link: "closed" });
        return;
      }
    }
    this.connect();
  }
}
