import type { CommandOf, MediaCommand } from '../../../src/media/protocol';
import type { RtpMedia } from '../../../src/media/protocol-rtp';
import type { PackedCommands } from '../../../src/media/thread/packed-commands';
import { CommandPacker, CommandReader } from '../../../src/media/thread/packed-commands';
import { legId } from '../../../src/shared/ids';
import { someRtpMedia } from '../../support/media/rtp-media';

const leg = legId('a84b4c76e66710@192.0.2.7#1');
const form = { format: 'ulaw', rate: 8000 };
const ports = { first: 10_000, last: 20_000 };
const target = { kind: 'leg', leg } as const;
const id = 7;
const threshold = 256;
const remote = { host: '192.0.2.7', port: 40_000 };
const key = (byte: number): Uint8Array => new Uint8Array(30).fill(byte);

const configure = (media: Partial<RtpMedia>): CommandOf<'configure-rtp'> => ({
  do: 'configure-rtp',
  leg,
  media: someRtpMedia(media),
});

/** What is agreed upon in other ways than most calls do. */
const configurations: readonly CommandOf<'configure-rtp'>[] = [
  configure({}),
  configure({ remote }),
  configure({ remote: { host: '2001:db8::7', port: 40_000 }, direction: 'sendonly', rate: 48_000, packetTime: 40 }),
  configure({ send: { audio: { type: 96, format: 'opus', clockRate: 48_000 }, events: undefined } }),
  configure({ receive: { audio: [], events: [] } }),
  configure({
    receive: {
      audio: [
        { type: 0, format: 'ulaw', clockRate: 8000 },
        { type: 9, format: 'g722', clockRate: 8000 },
      ],
      events: [
        { type: 101, clockRate: 8000 },
        { type: 102, clockRate: 48_000 },
      ],
    },
  }),
  configure({ sender: { isStrict: false, probation: 0, isFollowed: true } }),
  configure({ watch: { silence: 3000, silenceOnHold: 60_000, keepAlive: 15_000 } }),
  configure({ watch: { silence: undefined, silenceOnHold: 60_000, keepAlive: undefined } }),
  configure({ remote, rtcp: { kind: 'mux' } }),
  configure({ remote, rtcp: { kind: 'none' } }),
  configure({ remote, rtcp: { kind: 'place', place: { host: '192.0.2.8', port: 40_003 } } }),
  configure({
    remote,
    security: { kind: 'srtp', suite: 'AES_CM_128_HMAC_SHA1_80', send: key(1), receive: key(2) },
  }),
];

/** One of each at least. */
const samples: { readonly [Do in MediaCommand['do']]: readonly CommandOf<Do>[] } = {
  'reserve-rtp': [
    { do: 'reserve-rtp', leg, rate: 8000, local: { kind: 'towards', remote }, ports },
    { do: 'reserve-rtp', leg, rate: 16_000, local: { kind: 'address', address: '192.0.2.1' }, ports },
  ],
  'configure-rtp': configurations,
  'report-rtp': [{ do: 'report-rtp', leg }],
  'open-pair': [{ do: 'open-pair', legs: [leg, legId('other#2')], form }],
  'open-tap': [{ do: 'open-tap', leg, spied: legId('other#2'), spy: 'both', whisper: 'none' }],
  'meter-leg': [{ do: 'meter-leg', leg, on: true }],
  'start-leg': [{ do: 'start-leg', leg }],
  'close-leg': [{ do: 'close-leg', leg }],
  'send-digit': [{ do: 'send-digit', leg, digit: '#', duration: 100 }],
  'mute-leg': [{ do: 'mute-leg', leg, muted: 'in' }],
  'gain-leg': [{ do: 'gain-leg', leg, decibels: { in: -3, out: 0.5 } }],
  'echo-leg': [{ do: 'echo-leg', leg, on: false }],
  'open-audio-socket': [{ do: 'open-audio-socket', leg, form, remote, uuid: 'c0ffee', timeoutMs: undefined }],
  'open-stream': [
    {
      do: 'open-stream',
      leg,
      form,
      frameSize: 160,
      flow: { takes: true, gives: false },
      orders: [{ order: 'pause' }, { order: 'mark', correlation: undefined }],
    },
  ],
  'stream-bytes': [{ do: 'stream-bytes', leg, bytes: Uint8Array.of(1, 2, 255) }],
  'stream-order': [{ do: 'stream-order', leg, order: { order: 'flush' } }],
  'stream-flow': [{ do: 'stream-flow', leg, flow: { takes: false, gives: true } }],
  'open-bridge': [{ do: 'open-bridge', bridge: 'b', mixes: 'announcers' }],
  'join-bridge': [{ do: 'join-bridge', bridge: 'b', leg, role: { isMuted: true, isAnnouncer: false } }],
  'leave-bridge': [{ do: 'leave-bridge', bridge: 'b', leg }],
  'close-bridge': [{ do: 'close-bridge', bridge: 'b' }],
  play: [
    {
      do: 'play',
      play: 'p',
      target,
      source: { kind: 'files', files: ['a.wav'], isEndless: true, loopsFrom: 0 },
      offset: 0,
      inBackground: false,
    },
  ],
  'pause-play': [{ do: 'pause-play', play: 'p' }],
  'resume-play': [{ do: 'resume-play', play: 'p' }],
  'restart-play': [{ do: 'restart-play', play: 'p' }],
  'stop-play': [{ do: 'stop-play', play: 'p' }],
  'seek-play': [{ do: 'seek-play', play: 'p', by: -3000 }],
  record: [
    {
      do: 'record',
      record: 'r',
      target,
      file: { path: 'r', format: 'wav', appends: false },
      beep: undefined,
      maxDuration: 1000,
      maxSilence: undefined,
    },
  ],
  'pause-record': [{ do: 'pause-record', record: 'r' }],
  'resume-record': [{ do: 'resume-record', record: 'r' }],
  'mute-record': [{ do: 'mute-record', record: 'r' }],
  'unmute-record': [{ do: 'unmute-record', record: 'r' }],
  'stop-record': [{ do: 'stop-record', record: 'r' }],
  'cancel-record': [{ do: 'cancel-record', record: 'r' }],
  'detect-talk': [{ do: 'detect-talk', leg, silence: 2500, threshold }],
  'detect-digits': [{ do: 'detect-digits', leg }],
  'detect-tone': [{ do: 'detect-tone', leg, frequency: 1100, duration: 500 }],
  'detect-answering-machine': [
    {
      do: 'detect-answering-machine',
      leg,
      id,
      threshold,
      limits: {
        initialSilence: 2500,
        greeting: 1500,
        afterGreetingSilence: 800,
        totalAnalysisTime: 5000,
        minimumWordLength: 100,
        betweenWordsSilence: 50,
        maximumNumberOfWords: 3,
        maximumWordLength: 5000,
      },
    },
  ],
  'detect-utterance': [
    { do: 'detect-utterance', leg, id, threshold, silence: 1000, longerThan: 100, shorterThan: 9000, within: 10_000 },
  ],
  'detect-stretch': [{ do: 'detect-stretch', leg, id, threshold, of: 'noise', duration: 1000 }],
  'stop-detecting': [{ do: 'stop-detecting', leg, what: 'talk' }],
};

function readAll(reader: CommandReader, packed: PackedCommands): readonly MediaCommand[] {
  const commands: MediaCommand[] = [];
  reader.read(packed, (command) => commands.push(command));
  return commands;
}

describe('commands on their way to the media thread', () => {
  it.each(Object.entries(samples))('arrive as they were sent: %s', (_word, commands) => {
    const [packer, reader] = [new CommandPacker(), new CommandReader()];

    for (const command of commands)
      expect(readAll(reader, structuredClone(packer.pack([command])))).toStrictEqual([command]);
  });

  it('arrive in their order when they are sent together', () => {
    const commands = Object.values<readonly MediaCommand[]>(samples).flat();

    const read = readAll(new CommandReader(), structuredClone(new CommandPacker().pack(commands)));

    expect(read).toStrictEqual(commands);
  });

  it.each(configurations)('arrive as they were sent before and after others', (configuration) => {
    const [packer, reader] = [new CommandPacker(), new CommandReader()];
    const commands = configurations.flatMap((other) => [configuration, other, other, configuration]);

    expect(readAll(reader, packer.pack(commands))).toStrictEqual(commands);
  });

  it('take the memory for statistics with them', () => {
    const [packer, reader] = [new CommandPacker(), new CommandReader()];
    const memories = [new SharedArrayBuffer(16), new SharedArrayBuffer(16)] as const;
    const reserve = { do: 'reserve-rtp', leg, rate: 8000, local: { kind: 'towards', remote }, ports } as const;
    const commands: readonly MediaCommand[] = [
      { ...reserve, board: { memory: memories[0], index: 0 } },
      { ...reserve, board: { memory: memories[0], index: 1 } },
      reserve,
      { ...reserve, board: { memory: memories[1], index: 0 } },
      { ...reserve, board: { memory: memories[0], index: 2 } },
    ];
    const packed = packer.pack(commands);

    const read = readAll(reader, packed);

    expect(read).toEqual(commands);
    for (const [place, command] of read.entries()) {
      const [given, arrived] = [commands[place], command].map((each) =>
        each?.do === 'reserve-rtp' ? each.board?.memory : undefined,
      );
      expect(arrived).toBe(given);
    }
    expect(packed.filter((value) => value instanceof SharedArrayBuffer)).toHaveLength(3);
  });

  it('share what many calls have agreed upon, but neither addresses nor ids', () => {
    const [packer, reader] = [new CommandPacker(), new CommandReader()];
    const read = (port: number): RtpMedia => {
      const [command] = readAll(reader, packer.pack([configure({ remote: { host: '192.0.2.7', port } })]));
      if (command?.do !== 'configure-rtp') throw new Error(`it became ${command?.do}`);
      return command.media;
    };
    const [one, other] = [read(40_000), read(40_002)];

    expect(other.receive).toBe(one.receive);
    expect([one.remote?.port, other.remote?.port]).toEqual([40_000, 40_002]);
  });
});
