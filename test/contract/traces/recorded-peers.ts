import type { AudioSocketCall } from '../../support/audio-socket-peer';
import { AudioSocketPeer } from '../../support/audio-socket-peer';
import type { Difference } from './difference';
import type { Trace } from './load-trace';

/** Programs that were there when a recording was made, played by us. */
export interface RecordedPeers {
  /** The recording as it would have been with our programs, and with ids that we have made up. */
  readonly recast: (trace: Trace) => Trace;
  /** What they have seen otherwise than those of the recording. */
  readonly differences: () => Promise<readonly Difference[]>;
  readonly close: () => Promise<void>;
}

const nobody: RecordedPeers = {
  recast: (trace) => trace,
  differences: async () => [],
  close: async () => undefined,
};

const makers: Readonly<Record<string, () => Promise<RecordedPeers>>> = {
  '0416': async () => ({ ...nobody, recast: withPortsOfOurs }),
  '0417': audioSocketPeer,
};

export async function meetPeers({ id }: Trace): Promise<RecordedPeers> {
  return (await makers[id]?.()) ?? nobody;
}

/** The ports that audio comes to are chosen at random, there and here. */
function withPortsOfOurs(trace: Trace): Trace {
  const ports = ['29678', '28510', '21556', '20576', '24328'];
  return replaceAll(
    trace,
    ports.map((port, place) => [port, `<port-${place + 1}>`] as const),
  );
}

/** Takes calls, says nothing, and the first one is hung up by us. */
async function audioSocketPeer(): Promise<RecordedPeers> {
  const peer = await AudioSocketPeer.listen();
  const uuids = ['40325ec2-5efd-4bd3-805f-000000000001', '40325ec2-5efd-4bd3-805f-000000000002'] as const;
  const ours = [
    ['127.0.0.1:18191', `127.0.0.1:${peer.port}`],
    ['<uuid-1>', uuids[0]],
    ['<uuid-2>', uuids[1]],
  ] as const;
  return {
    recast: (trace) => replaceAll(trace, ours),
    differences: async () => {
      if (peer.waiting < uuids.length) return compare('calls', `${uuids.length}`, `${peer.waiting}`);
      const [first, second] = [await peer.next(), await peer.next()];
      return [
        ...compare('what the first call began with', firstBytesOf(uuids[0]), bytesOf(first)),
        ...compare('how the first call ended', 'closed', await first.ended),
        ...compare('what the second call began with', firstBytesOf(uuids[1]), bytesOf(second)),
      ];
    },
    close: () => peer.close(),
  };
}

function firstBytesOf(uuid: string): string {
  return `010010${uuid.replaceAll('-', '')}`;
}

function bytesOf({ heard }: AudioSocketCall): string {
  const messages = heard.map(({ kind, payload }) => [
    Buffer.from([kind, payload.length >> 8, payload.length]).toString('hex'),
    payload.toString('hex'),
  ]);
  return messages.flat().join('');
}

function compare(title: string, expected: string, got: string): readonly Difference[] {
  return expected === got ? [] : [{ kind: 'socket', subject: 'audio socket', title, path: '', expected, got }];
}

/** In every text of the recording, also where it is part of an address. */
export function replaceAll(trace: Trace, pairs: readonly (readonly [string, string])[]): Trace {
  const all = pairs.flatMap(([from, to]) => [
    [from, to] as const,
    [encodeURIComponent(from), encodeURIComponent(to)] as const,
  ]);
  return JSON.parse(JSON.stringify(trace), (_key, value: unknown) =>
    typeof value === 'string' ? all.reduce((text, [from, to]) => text.replaceAll(from, to), value) : value,
  ) as Trace;
}
