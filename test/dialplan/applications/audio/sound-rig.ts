import { bridgeId, channelId } from '../../../../src/shared/ids';
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MediaServices } from '../../../../src/composition/parts/media-parts';
import { wireMedia } from '../../../../src/composition/parts/media-parts';
import type { ServerConfig } from '../../../../src/config/server-config';
import { loadDialplan } from '../../../../src/dialplan/plan/load-dialplan';
import type { PairOwner } from '../../../../src/drivers/local/local-pair';
import { quietDevices } from '../../../support/calls/quiet-devices';
import { LocalPair } from '../../../../src/drivers/local/local-pair';
import { Bridges } from '../../../../src/engine/calls/bridge/bridges';
import { Calls } from '../../../../src/engine/calls/dialing/calls';
import type { Channel } from '../../../../src/engine/calls/channel/channel';
import type { MediaSource, MediaTarget } from '../../../../src/media/protocol';
import { soon } from '../../../../src/shared/scheduling/soon';
import { MediaRig, openFiles, samplesOf } from '../../../media/engine-rig';
import { eventually } from '../../../support/eventually';
import type { RigOptions } from '../../run-rig';
import { aDialplan, settled } from '../../run-rig';
import { bridgeTechnologies, mediaFormats, noUses } from '../../../support/provided';
import { technologiesOver } from '../../../support/calls/technologies';
import { openAdmission } from '../../../support/calls/open-admission';
import { anyDestination } from '../../../support/sip/any-destination';

/** Sounds of the rig, by name: a tone of that frequency and length. */
const sounds: Readonly<Record<string, { readonly frequency: number; readonly duration: number }>> = {
  'en/low': { frequency: 400, duration: 400 },
  'en/high': { frequency: 1600, duration: 400 },
  'en/long': { frequency: 500, duration: 10_000 },
  'en/beep': { frequency: 1000, duration: 200 },
  'fr/low': { frequency: 800, duration: 400 },
  'en/digits/1': { frequency: 600, duration: 200 },
  'en/digits/2': { frequency: 900, duration: 200 },
  'en/digits/20': { frequency: 1200, duration: 200 },
  'en/letters/a': { frequency: 1300, duration: 200 },
};

/** A call that somebody makes from a telephone into the dialplan. */
export interface TestCall {
  /** What hears the dialplan and speaks to it. */
  readonly phone: Channel;
  /** What the dialplan runs. */
  readonly channel: Channel;
}

/**
 * Calls into a dialplan with real audio: sounds on disk, the audio side in this thread, and one time for all of it that
 * the test moves.
 */
export class SoundRig {
  readonly audio = new MediaRig();
  readonly media: MediaServices;
  readonly dialplan: ReturnType<typeof aDialplan>;
  readonly config: ServerConfig;
  readonly bridges: Bridges;
  readonly #calls: Calls;
  #count = 0;

  constructor(extensions: string, options: Omit<RigOptions, 'sound'> = {}) {
    this.config = this.#configure();
    this.dialplan = aDialplan(extensions, { ...options, sound: () => this.media.sound });
    const { events, clock, log, channels, variables } = this.dialplan;
    const bridges = new Bridges({
      technologies: bridgeTechnologies,
      events,
      now: clock.now,
      nextId: () => bridgeId('a bridge'),
    });
    this.bridges = bridges;
    const technologies = technologiesOver({ events, now: clock.now, log });
    this.#calls = new Calls({
      channels,
      admission: openAdmission,
      technologies,
      variables,
      events,
      clock,
      soon,
      log,
    });
    const { link } = this.audio;
    this.media = wireMedia({
      uuid: randomUUID,
      destinations: anyDestination,
      config: this.config,
      link,
      events,
      bridges,
      channels,
      calls: this.#calls,
      clock,
      log,
      admission: openAdmission,
      formats: mediaFormats,
      uses: noUses,
    });
  }

  /** Somebody calls an extension. It has rung by then, and nothing else. */
  call(extension = 's', id = 'c1'): TestCall {
    const { channels, runner } = this.dialplan;
    const place = { context: 'default', extension, priority: 1 };
    const target = { context: 'default', extension, passesHold: false };
    const owner: PairOwner = {
      devices: quietDevices,
      canReach: () => true,
      runFar: (pair) => void this.#calls.run(pair.far, (channel) => runner.run(channel, place)),
      onDialled: () => undefined,
    };
    const facts = { target, format: 'slin', rate: 8000, accountCode: '', isLink: false };
    const { near, far } = new LocalPair(facts, owner, (end, line) =>
      channels.make({
        id: channelId(end === 'near' ? `${id}-phone` : id),
        name: `Local/${id};${end === 'near' ? 1 : 2}`,
        technology: 'Local',
        state: end === 'near' ? 'Down' : 'Ring',
        place,
        language: 'en',
        line: () => line,
      }),
    );
    // Nothing runs a telephone.
    near.signal.addEventListener('abort', () => near.destroy());
    void near.line.dial();
    return { phone: near, channel: far };
  }

  /** Time passes, frame by frame; files are looked for and written meanwhile. */
  async pass(milliseconds: number): Promise<void> {
    for (let left = milliseconds; left > 0; left -= 20) {
      await this.audio.link.settled();
      this.audio.link.tick();
      this.dialplan.clock.advance(20);
      await settled();
    }
  }

  /** No time passes until it is so: the disk is not bound to our time. */
  until(isSo: () => boolean): Promise<void> {
    return eventually(isSo, () => `it does not become so: ${isSo.toString()}`);
  }

  /** Something plays on the call, be it music. */
  playing(): Promise<void> {
    return this.until(() => this.media.plays.size > 0);
  }

  recording(): Promise<void> {
    return this.until(() => this.media.records.size > 0);
  }

  press({ phone }: TestCall, ...digits: readonly string[]): void {
    for (const digit of digits) phone.line.send({ type: 'digit', digit, milliseconds: 100 });
  }

  /** The phone speaks until it stops. */
  speak({ phone }: TestCall, source: MediaSource): () => void {
    const play = this.#ownId();
    this.audio.send({ do: 'play', play, target: this.#legOf(phone), source, offset: 0, inBackground: false });
    return () => this.audio.send({ do: 'stop-play', play });
  }

  /** What the phone hears while the time passes. */
  async hear({ phone }: TestCall, milliseconds: number): Promise<Int16Array> {
    const target = this.#legOf(phone);
    const record = this.#ownId();
    const path = join(this.audio.folder, `${record}.sln`);
    const limits = { beep: undefined, maxDuration: undefined, maxSilence: undefined };
    const file = { path, format: 'sln', appends: false };
    this.audio.send({ do: 'record', record, target, file, ...limits });
    await this.pass(milliseconds);
    this.audio.send({ do: 'stop-record', record });
    await this.audio.link.settled();
    return samplesOf(path);
  }

  recorded(name: string): string {
    return join(this.config.directories.recordings, name);
  }

  /** What is left of calls: nothing, once they are over. */
  async leftOvers() {
    await this.until(() => this.dialplan.channels.size === 0);
    await this.pass(1020);
    const { legs = NaN, plays = NaN, records = NaN } = this.audio.all('statistics').at(-1)?.statistics ?? {};
    return {
      legs,
      plays,
      records,
      decidedLegs: this.media.legs.size,
      backgrounds: this.media.backgrounds.size,
      decidedPlays: this.media.plays.size,
      decidedRecords: this.media.records.size,
      timers: this.dialplan.clock.running,
      files: openFiles(this.audio.folder),
    };
  }

  async close(): Promise<void> {
    for (const channel of this.dialplan.channels.list()) channel.hangUp();
    await settled();
    await this.media.close();
    await this.audio.close();
  }

  /** Other than those of the server. */
  #legOf(channel: Channel): MediaTarget {
    const target = this.media.legs.ofChannel(channel);
    if (target === undefined) throw new Error('the channel carries no audio');
    return target;
  }

  #ownId(): string {
    return `test-${(this.#count += 1)}`;
  }

  #configure(): ServerConfig {
    const { folder } = this.audio;
    for (const path of ['etc', 'sounds/en/digits', 'sounds/en/letters', 'sounds/fr', 'moh', 'state/spool/recording'])
      mkdirSync(join(folder, path), { recursive: true });
    for (const [name, tone] of Object.entries(sounds)) this.audio.sineFile(`sounds/${name}.wav`, tone);
    this.audio.sineFile('moh/piece.wav', { frequency: 700, duration: 400 });
    writeFileSync(join(folder, 'etc', 'asterisk.conf'), `[directories]\nastdatadir => ${folder}\n`);
    writeFileSync(join(folder, 'etc', 'musiconhold.conf'), '[default]\nmode = files\ndirectory = moh\n');
    const flags = { config: join(folder, 'etc'), state: join(folder, 'state') };
    const { config, problems } = loadDialplan({ folder, env: {}, flags, resources: [] }, { now: Date.now });
    if (config === undefined) throw new Error(JSON.stringify(problems));
    return config;
  }
}

export const nothing = {
  legs: 0,
  plays: 0,
  records: 0,
  decidedLegs: 0,
  backgrounds: 0,
  decidedPlays: 0,
  decidedRecords: 0,
  timers: 0,
  files: 0,
};
