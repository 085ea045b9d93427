import type { AudioSocketCall, HeardMessage } from '../../../support/media/audio-socket-peer';
import { AudioSocketPeer, messageOf } from '../../../support/media/audio-socket-peer';
import type { Difference } from '../compare/difference';
import { parametersOf } from '../compare/exchange';
import type { Placeholders } from '../compare/placeholders';
import type { RequestStep, Trace } from '../recording/trace';

const observation = /^AudioSocket peer: (.*)$/;

/** What the recorder wrote down about its program, as opposed to what it announced. */
export function isObservation(note: string): boolean {
  return observation.test(note);
}

/** The programs to which audio sockets led in the recording. They listen and say nothing. */
export class AudioSocketPeers {
  #call: AudioSocketCall | undefined;

  private constructor(private readonly peers: ReadonlyMap<string, AudioSocketPeer>) {}

  /** One for every address where a call of the recording found somebody. */
  static async listen({ steps }: Trace): Promise<AudioSocketPeers> {
    const called = steps.filter((step) => step.kind === 'request').filter(isAudioSocketCall);
    const answered = called.filter(({ n }) =>
      steps.some((step) => step.kind === 'response' && step.n === n && (step.status ?? 500) < 300),
    );
    const hosts = new Set(answered.map((step) => given(step, 'external_host')));
    const peers = new Map<string, AudioSocketPeer>();
    for (const host of hosts) peers.set(host, await AudioSocketPeer.listen());
    return new AudioSocketPeers(peers);
  }

  /** What is elsewhere than in the recording. */
  get addresses(): readonly (readonly [recorded: string, ours: string])[] {
    return [...this.peers].map(([recorded, { port }]) => [recorded, `127.0.0.1:${port}`] as const);
  }

  /** Holds what the recorder's program saw against what ours has seen. `calls` are our requests until now. */
  async observe(
    note: string,
    calls: readonly RequestStep[],
    placeholders: Placeholders,
  ): Promise<readonly Difference[]> {
    const [, seen = ''] = observation.exec(note) ?? [];
    const call = calls.filter(isAudioSocketCall).at(-1);
    if (seen.startsWith('first bytes') && call !== undefined) {
      const uuid = placeholders.fill(given(call, 'data')).replaceAll('-', '');
      const host = given(call, 'external_host');
      this.#call = await [...this.peers.values()].find(({ port }) => host === `127.0.0.1:${port}`)?.next();
      const [first] = (await this.#call?.until(1, 0x01)) ?? [];
      return compare(seen, `010010${uuid}`, first === undefined ? 'nothing' : bytesOf(first));
    }
    const ended = await this.#call?.ended;
    return compare(seen, 'closed', ended ?? 'there was no call');
  }

  async close(): Promise<void> {
    for (const peer of this.peers.values()) await peer.close();
  }
}

function isAudioSocketCall(step: RequestStep): boolean {
  return step.target.includes('/externalMedia') && given(step, 'encapsulation') === 'audiosocket';
}

function given(step: RequestStep, parameter: string): string {
  const value = parametersOf(step).get(parameter);
  return typeof value === 'string' ? value : '';
}

function bytesOf({ kind, payload }: HeardMessage): string {
  return messageOf(kind, payload).toString('hex');
}

function compare(title: string, expected: string, got: string): readonly Difference[] {
  return expected === got ? [] : [{ kind: 'socket', subject: 'audio socket', title, path: '', expected, got }];
}
