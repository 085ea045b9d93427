import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAudioFile } from '../../src/media/files/audio-reader';
import { inThreadMedia } from '../../src/media/thread/media-in-thread';
import type {
  AudioForm,
  MediaCommand,
  MediaNotice,
  MediaSource,
  MediaStatistics,
  MediaTarget,
  NoticeOf,
  RecordedSides,
  RecordFile,
} from '../../src/media/protocol';
import { legId } from '../../src/shared/ids';
import { listenToAll } from '../support/media/media-notices';
import type { Plain } from '../support/plain-ids';
import { audioBytes } from './samples/audio-bytes';

export const plainMember = { isMuted: false, isAnnouncer: false };

export const leg = (id: string): MediaTarget => ({ kind: 'leg', leg: legId(id) });
export const bridge = (id: string): MediaTarget => ({ kind: 'bridge', bridge: id });

export const files = (...paths: readonly string[]): MediaSource => ({ kind: 'files', files: paths, isEndless: false });
export const tone = (frequency: number): MediaSource => ({
  kind: 'tone',
  steps: [{ once: false, frequencies: [frequency, 0], isModulated: false, duration: undefined }],
});

/** The audio side in this thread, its clock in the hands of the test, with a folder for its files. */
export class MediaRig {
  readonly folder = mkdtempSync(join(tmpdir(), 'media-'));
  readonly link = inThreadMedia();
  readonly notices: MediaNotice[] = [];
  readonly losses: string[] = [];
  #count = 0;

  constructor() {
    listenToAll(this.link, (notice) => this.notices.push(notice));
    this.link.onLost((reason) => this.losses.push(reason));
  }

  async close(): Promise<void> {
    await this.link.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  send(...commands: readonly Plain<MediaCommand>[]): void {
    for (const command of commands) this.link.send(command as MediaCommand);
  }

  /** Time passes, in milliseconds. */
  pass(milliseconds: number): void {
    for (let tick = 0; tick < milliseconds / 20; tick += 1) this.link.tick();
  }

  /** The disk has done what was wanted of it, and that has been told. */
  async stored(): Promise<void> {
    await this.link.settled();
    this.pass(20);
  }

  all<Tell extends MediaNotice['tell']>(tell: Tell): NoticeOf<Tell>[] {
    return this.notices.filter((notice): notice is NoticeOf<Tell> => notice.tell === tell);
  }

  get statistics(): MediaStatistics | undefined {
    this.pass(1000);
    return this.all('statistics').at(-1)?.statistics;
  }

  pair(near: string, far: string, rate = 8000, format = 'slin'): void {
    this.send({ do: 'open-pair', legs: [near, far], form: { format, rate } });
  }

  /** Pairs whose near ends are all in one bridge: `a` in it and `a-far` outside. */
  conference(id: string, members: readonly string[], rate = 8000): void {
    this.send({ do: 'open-bridge', bridge: id, mixes: 'all' });
    for (const member of members) {
      this.pair(member, `${member}-far`, rate);
      this.send({ do: 'join-bridge', bridge: id, leg: member, role: plainMember });
    }
  }

  play(target: MediaTarget, source: MediaSource, more: PlayOptions = {}): string {
    const play = `play-${(this.#count += 1)}`;
    this.send({ do: 'play', play, target, source, offset: 0, inBackground: false, ...more });
    return play;
  }

  /** What the target says while the time passes, as samples of 8 kHz unless another format is asked for. */
  async hear(target: MediaTarget, milliseconds: number, format = 'sln'): Promise<Int16Array> {
    const [heard] = await this.hearAll([target], milliseconds, format);
    return heard ?? new Int16Array(0);
  }

  async hearAll(targets: readonly MediaTarget[], milliseconds: number, format = 'sln'): Promise<Int16Array[]> {
    const recordings = targets.map((target) => this.record(target, format));
    this.pass(milliseconds);
    return this.stopAll(recordings);
  }

  /** What recordings hold that are stopped now. */
  async stopAll(recordings: readonly { readonly record: string; readonly path: string }[]): Promise<Int16Array[]> {
    for (const { record } of recordings) this.send({ do: 'stop-record', record });
    await this.link.settled();
    return recordings.map(({ path }) => samplesOf(path));
  }

  record(target: MediaTarget, format = 'sln', more: Partial<RecordOptions> = {}): { record: string; path: string } {
    const record = `record-${(this.#count += 1)}`;
    const path = join(this.folder, `${record}.${format}`);
    this.send({
      do: 'record',
      record,
      target,
      file: { path, format, appends: false },
      beep: undefined,
      maxDuration: undefined,
      maxSilence: undefined,
      ...more,
    });
    return { record, path };
  }

  /** A file of a sine, in the format that its name says. */
  sineFile(name: string, options: { frequency: number; duration: number; amplitude?: number }): string {
    return this.file(name, (rate) => sine({ rate, amplitude: 8000, ...options }));
  }

  file(name: string, make: (rate: number) => Int16Array): string {
    const path = join(this.folder, name);
    writeFileSync(path, audioBytes(name.slice(name.lastIndexOf('.') + 1), make));
    return path;
  }
}

interface PlayOptions {
  readonly inBackground?: boolean;
  readonly offset?: number;
  readonly viaCodec?: AudioForm;
}

interface RecordOptions {
  readonly viaCodec: AudioForm;
  readonly sides: RecordedSides;
  readonly file: RecordFile;
  readonly beep: string | undefined;
  readonly maxDuration: number | undefined;
  readonly maxSilence: number | undefined;
  readonly talkingLevel: number;
}

interface Sine {
  readonly rate: number;
  readonly frequency: number;
  readonly duration: number;
  readonly amplitude: number;
}

export function sine({ rate, frequency, duration, amplitude }: Sine): Int16Array {
  const length = Math.round((rate * duration) / 1000);
  return Int16Array.from({ length }, (_, at) =>
    Math.round(amplitude * Math.sin((2 * Math.PI * frequency * at) / rate)),
  );
}

export function samplesOf(path: string): Int16Array {
  const reader = openAudioFile(path);
  const samples = new Int16Array(Math.round((reader.duration * reader.rate) / 1000));
  const count = reader.read(samples);
  reader.close();
  return samples.subarray(0, count);
}

/** Amplitude of one frequency, by correlation with a sine and a cosine. */
export function amplitudeAt(samples: Int16Array, frequency: number, rate = 8000): number {
  let [inPhase, quadrature] = [0, 0];
  samples.forEach((sample, at) => {
    const angle = (2 * Math.PI * frequency * at) / rate;
    inPhase += sample * Math.cos(angle);
    quadrature += sample * Math.sin(angle);
  });
  return samples.length === 0 ? 0 : (2 * Math.hypot(inPhase, quadrature)) / samples.length;
}

/** From -1 to 1: how alike two pieces of audio are. */
export function correlation(one: Int16Array, other: Int16Array): number {
  let [product, power, otherPower] = [0, 0, 0];
  one.forEach((sample, at) => {
    const value = other[at] ?? 0;
    product += sample * value;
    power += sample * sample;
    otherPower += value * value;
  });
  return product / Math.sqrt(power * otherPower);
}

/** Pseudo-random audio: no piece of it is like another one. */
export function noise(length: number, seed = 1): Int16Array {
  let state = seed;
  return Int16Array.from({ length }, () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return ((state >> 16) - 16_384) >> 1;
  });
}

/** How far into the noise the audio begins, in milliseconds, by where its first 20 ms are found; NaN when nowhere. */
export function placeIn(whole: Int16Array, piece: Int16Array): number {
  const start = piece.findIndex((sample) => sample !== 0);
  if (start < 0) return NaN;
  for (let at = 0; at + 160 <= whole.length; at += 1)
    if (whole[at] === piece[start] && piece.subarray(start, start + 160).every((sample, i) => sample === whole[at + i]))
      return at / 8;
  return NaN;
}

/** How many files of a folder this process has open; with `socket:` for the folder, how many connections. */
export function openFiles(folder: string): number {
  return readdirSync('/proc/self/fd').filter((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`).startsWith(folder);
    } catch {
      // Closed meanwhile, as the one that the list itself is read with.
      return false;
    }
  }).length;
}
