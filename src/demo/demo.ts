import type { Client } from '../../generated/client';
import { ladderHead, ladderLine } from '../observe/ladder';
import type { Observation } from '../engine/call-story';
import type { TestBay } from '../testing/start';
import { startPatchbay } from '../testing/start';

const dialplan = `
[default]
exten => 100,1,NoOp(the demo)
 same => n,Stasis(ivr)
`;

/** Milliseconds between two lines, at most. */
const usualPause = 300;

const parties = ['application', 'server', 'Phone/alice-00000000'];

/** What would hide the call between details. */
const details = /^(ChannelVarset|DeviceStateChanged|EndpointStateChange|ChannelHangupRequest)/;

const goodbye = `
That was a call: a simulated phone dialled 100, the dialplan handed it to the application 'ivr', which answered, played a
greeting, got the digit 1 and said goodbye.

What to try next:
  npx patchbay serve                              the server with the shipped configuration, on http://127.0.0.1:8088
  http://127.0.0.1:8088/docs/guides/first-call    write such an application yourself, in five minutes
  http://127.0.0.1:8088/docs/guides/testing       the same phones in your tests, on a virtual clock
  http://127.0.0.1:8088/docs/                     all guides, every operation and event
`;

/** Starts a server, lets a phone call a small IVR and prints the call as a ladder while it happens. */
export async function runDemo(print: (line: string) => void, pause = usualPause): Promise<void> {
  // On a virtual clock the call takes no time at all; it is shown at a pace that can be read.
  const bay = await startPatchbay({ dialplan, clock: 'virtual' });
  try {
    print(`Patchbay runs at ${bay.url}. Alice calls 100:\n\n${ladderHead(parties)}`);
    const shown = new PacedLines(print, pause);
    const unlisten = bay.observe((line) => shown.add(line));
    await startIvr(bay);
    const alice = bay.phone('alice', { callerId: 'Alice <1001>' });
    await alice.calls('100');
    await alice.hears('demo-greeting');
    await alice.presses('1');
    await alice.hears('goodbye');
    await alice.hasEnded();
    unlisten();
    await shown.printed;
    print(goodbye);
  } finally {
    await bay.close();
  }
}

/** The application: twenty lines on the typed client. */
async function startIvr(bay: TestBay): Promise<Client> {
  const client = await bay.connect('ivr');
  const leaving = new Set<string>();
  client.on('StasisStart', async ({ channel: { id: channelId } }) => {
    await client.channels.answer({ channelId });
    await client.channels.play({ channelId, media: ['sound:demo-greeting'] });
  });
  client.on('ChannelDtmfReceived', async ({ channel: { id: channelId } }) => {
    leaving.add(channelId);
    await client.channels.play({ channelId, media: ['sound:goodbye'] });
  });
  client.on('PlaybackFinished', async ({ playback: { target_uri: target, media_uri: media } }) => {
    const channelId = target.replace(/^channel:/, '');
    if (media === 'sound:goodbye' && leaving.delete(channelId)) await client.channels.hangup({ channelId });
  });
  return client;
}

/** Prints the lines of a ladder one after the other. */
class PacedLines {
  #printed: Promise<void> = Promise.resolve();
  #first: number | undefined;
  #last = 0;

  constructor(
    private readonly print: (line: string) => void,
    private readonly pause: number,
  ) {}

  /** Resolves when all lines so far are printed. */
  get printed(): Promise<void> {
    return this.#printed;
  }

  add(line: Observation): void {
    if (line.channelIds.length === 0 || details.test(line.label)) return;
    const start = (this.#first ??= line.at);
    const wait = Math.min(this.pause, Math.max(0, line.at - this.#last));
    this.#last = line.at;
    this.#printed = this.#printed.then(async () => {
      await new Promise((resolve) => setTimeout(resolve, wait));
      this.print(ladderLine(line, parties, start));
    });
  }
}
