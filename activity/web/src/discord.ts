/* What the page asks of the Discord around it. Nothing that it learns here is believed by the server, which asks Discord. */

import { Common, DiscordSDK, Events, RPCCloseCodes } from "@discord/embedded-app-sdk";
import type { Layout } from "./store";
import { _ } from "./words";

/** How long Discord may take for its first answer, in milliseconds. */
const PATIENCE = 12_000;

/** How long the table waits for what it could do without, in milliseconds. */
const SOON = 1_500;

/** Something that kept the page from opening, as a sentence for the one who wants to play. */
export class Trouble extends Error {}

export interface Participant {
  user: string;
  name: string;
  face: string;
}

const LAYOUTS: { [mode: number]: Layout } = {
  [Common.LayoutModeTypeObject.FOCUSED]: "whole",
  [Common.LayoutModeTypeObject.PIP]: "picture",
  [Common.LayoutModeTypeObject.GRID]: "grid",
};

/** The Discord client around the page. */
export class Discord {
  /** The member's access token: for the SDK, and to share a picture. It lives as long as the page. */
  private access = "";

  private constructor(
    private sdk: DiscordSDK,
    private application: string,
  ) {}

  /** Meet the client. Raises `Trouble` if there is none, or it does not answer. */
  static async meet(): Promise<Discord> {
    if (!new URLSearchParams(location.search).has("frame_id")) {
      throw new Trouble(_("This page is a table inside Discord. Press “Open the table” there, or launch Dicenight from the apps."));
    }
    const application = applicationId();
    const sdk = new DiscordSDK(application, { disableConsoleLogOverride: true });
    await within(sdk.ready(), _("Discord doesn't answer. Close this window and open the table again."));
    return new Discord(sdk, application);
  }

  /** Ask the member, who may have agreed before, and return a session with our server. Raises `Trouble`. */
  async session(): Promise<string> {
    let code: string;
    try {
      ({ code } = await this.sdk.commands.authorize({
        client_id: this.application,
        response_type: "code",
        state: "",
        prompt: "none",
        scope: ["identify"],
      }));
    } catch {
      throw new Trouble(_("Dicenight only asks for your name, to find your seat. Without it there's no table to show."));
    }
    const { access_token, session } = await token(code, this.sdk.instanceId);
    this.access = access_token;
    try {
      await this.sdk.commands.authenticate({ access_token });
    } catch {
      throw new Trouble(_("Discord didn't accept its own permission. Open the table again."));
    }
    return session;
  }

  /** Tell `told` who is here, now and whenever it changes. */
  async participants(told: (here: Participant[]) => void): Promise<void> {
    const tell = ({ participants }: { participants: readonly Pictured[] }) =>
      told(participants.map((each) => ({ user: each.id, name: each.nickname ?? each.global_name ?? each.username, face: faceOf(each) })));
    await this.sdk.subscribe(Events.ACTIVITY_INSTANCE_PARTICIPANTS_UPDATE, tell);
    tell(await this.sdk.commands.getInstanceConnectedParticipants());
  }

  /** Tell `told` how much of the page is seen, whenever that changes. */
  async layout(told: (layout: Layout) => void): Promise<void> {
    await this.sdk.subscribe(Events.ACTIVITY_LAYOUT_MODE_UPDATE, ({ layout_mode }) =>
      told(LAYOUTS[layout_mode] ?? "whole"),
    );
  }

  /** Return the language of the member's Discord; the browser's if Discord does not tell it soon. */
  async locale(): Promise<string> {
    try {
      return (await within(this.sdk.commands.userSettingsGetLocale(), "", SOON)).locale;
    } catch {
      return navigator.language;
    }
  }

  /** Offer a picture for a message. Discord's dialog takes pictures that lie at Discord, so it is brought there first. */
  async share(picture: Blob): Promise<void> {
    const form = new FormData();
    form.append("file", picture, "result.png");
    const answer = await fetch(`${told("discord") || "https://discord.com/api"}/applications/${this.application}/attachment`, {
      method: "POST",
      headers: { authorization: `Bearer ${this.access}` },
      body: form,
    });
    if (!answer.ok) throw new Trouble(_("Discord didn't take the picture."));
    const { attachment } = (await answer.json()) as { attachment: { url: string } };
    await this.sdk.commands.openShareMomentDialog({ mediaUrl: attachment.url });
  }

  /** Let the member choose friends, and send them an invitation to this Activity. */
  async invite(): Promise<void> {
    await this.sdk.commands.openInviteDialog();
  }

  leave(): void {
    this.sdk.close(RPCCloseCodes.CLOSE_NORMAL, _("The table is closed."));
  }
}

type Pictured = { id: string; username: string; global_name?: string | null; nickname?: string; avatar?: string | null };

/** Return the address of a member's picture. Discord's proxy brings it from a path of our own address, so the page
 * fetches nothing from anywhere else; where nobody has set that path up the first letter of the name stays. */
function faceOf({ id, avatar }: Pick<Pictured, "id" | "avatar">): string {
  return avatar ? at(`cdn/avatars/${id}/${avatar}.png?size=64`).href : "";
}

/** Return the application's id: the server tells it, and its own address at Discord begins with it. */
function applicationId(): string {
  return told("application") || (/^(\d{15,})\./.exec(location.hostname)?.[1] ?? "");
}

/** Return what the server has written into the page under this name; nothing if it has not. */
export function told(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="dicenight:${name}"]`)?.content ?? "";
}

async function token(code: string, instance: string): Promise<{ access_token: string; session: string }> {
  let answer: Response;
  try {
    answer = await fetch(at("api/token"), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ code, instance_id: instance }),
    });
  } catch {
    throw new Trouble(_("The table can't be reached. Try again in a moment."));
  }
  if (!answer.ok) {
    const said = await answer.text();
    throw new Trouble(sentence(said) || _("The table didn't let you in. Try again in a moment."));
  }
  return (await answer.json()) as { access_token: string; session: string };
}

/** Return the sentence in an answer that refuses: `{"words": …}` or `{"error": …}`. */
function sentence(said: string): string {
  try {
    const json = JSON.parse(said) as { words?: unknown; error?: unknown };
    return typeof json.words === "string" ? json.words : typeof json.error === "string" ? json.error : "";
  } catch {
    return "";
  }
}

/** Return the address of something of our server: the page may lie in a folder of it. */
export function at(path: string): URL {
  return new URL(path.replace(/^\//, ""), document.baseURI);
}

async function within<T>(promise: Promise<T>, otherwise: string, patience = PATIENCE): Promise<T> {
  let timer = 0;
  const late = new Promise<never>((_, reject) => {
    timer = window.setTimeout(() => reject(new Trouble(otherwise)), patience);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
