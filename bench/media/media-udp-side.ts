import type { MediaLink, MediaStatistics } from '../../src/media/protocol';
import type { RtpMedia } from '../../src/media/protocol-rtp';
import { legId } from '../../src/shared/ids';
import { compiledMedia } from './media-compiled';

/** What the process of the media thread is asked for: legs that talk to these ports, in bridges of one size. */
export interface UdpScene {
  readonly size: number;
  readonly ports: readonly number[];
}

/** What it tells: the ports of its legs in the same order, and later what they cost. */
export type UdpAnswer = { readonly ports: readonly number[] } | UdpCosts;

export interface UdpCosts {
  /** Microseconds of all threads of the process. */
  readonly cpu: number;
  /** Milliseconds in which it was used. */
  readonly elapsed: number;
  readonly ticks: number;
  readonly missed: number;
}

const range = { first: 20_000, last: 59_999 };
const audio = { type: 0, format: 'ulaw', clockRate: 8000 } as const;
const events = { type: 101, clockRate: 8000 } as const;

/** The program of a process in which nothing but a media thread runs. */
function run(): void {
  const media = compiledMedia().startMediaThread();
  process.on('message', (message: UdpScene | number) => {
    const work = typeof message === 'number' ? measured(media, message) : opened(media, message);
    void work.then((answer) => process.send?.(answer));
  });
  process.once('disconnect', () => void media.close());
}

async function opened(media: MediaLink, { size, ports }: UdpScene): Promise<UdpAnswer> {
  const own: number[] = [];
  for (const [index, port] of ports.entries()) own.push(await openLeg(media, index, { size, port }));
  return { ports: own };
}

interface LegRequest {
  readonly size: number;
  readonly port: number;
}

function openLeg(media: MediaLink, index: number, { size, port }: LegRequest): Promise<number> {
  const [leg, bridge] = [legId(`leg ${index}`), `bridge ${Math.floor(index / size)}`];
  return new Promise((resolve, reject) => {
    const stop = media.on({
      'leg-failed': ({ reason }) => reject(new Error(reason)),
      'leg-opened': ({ leg: told, local }) => {
        if (told !== leg) return;
        stop();
        media.send({ do: 'open-bridge', bridge, mixes: 'all' });
        media.send({ do: 'join-bridge', bridge, leg, role: { isMuted: false, isAnnouncer: false } });
        resolve(local.port);
      },
    });
    const remote = { host: '127.0.0.1', port };
    media.send({ do: 'reserve-rtp', leg, rate: 8000, local: { kind: 'towards', remote }, ports: range });
    media.send({ do: 'configure-rtp', leg, media: { ...agreement, remote } });
  });
}

const agreement: Omit<RtpMedia, 'remote'> = {
  rate: 8000,
  direction: 'sendrecv',
  packetTime: 20,
  rtcp: { kind: 'next-port' },
  send: { audio, events },
  receive: { audio: [audio], events: [events] },
  sender: { isStrict: true, probation: 4, isFollowed: false },
  watch: { silence: undefined, silenceOnHold: undefined, keepAlive: undefined },
  security: { kind: 'none' },
};

async function measured(media: MediaLink, seconds: number): Promise<UdpCosts> {
  const before = await nextReport(media);
  const [cpu, started] = [process.cpuUsage(), performance.now()];
  let after = before;
  for (let second = 0; second < seconds; second += 1) after = await nextReport(media);
  const { user, system } = process.cpuUsage(cpu);
  const elapsed = performance.now() - started;
  return { cpu: user + system, elapsed, ticks: after.ticks - before.ticks, missed: after.missed - before.missed };
}

/** It comes once a second. */
function nextReport(media: MediaLink): Promise<MediaStatistics> {
  return new Promise((resolve) => {
    const stop = media.on({
      statistics: ({ statistics }) => {
        stop();
        resolve(statistics);
      },
    });
  });
}

run();
