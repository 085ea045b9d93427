import { randomUUID } from 'node:crypto';
import type { MediaCore } from '../../../src/composition/parts/media';
import { makeMediaCore } from '../../../src/composition/parts/media';
import type { PairOwner } from '../../../src/drivers/local/local-pair';
import { quietDevices } from '../../support/calls/quiet-devices';
import { LocalPair } from '../../../src/drivers/local/local-pair';
import type { Bridge } from '../../../src/engine/calls/bridge/bridge';
import { Bridges } from '../../../src/engine/calls/bridge/bridges';
import type { Channel } from '../../../src/engine/calls/channel/channel';
import { Channels } from '../../../src/engine/calls/channel/channels';
import { Endpoints } from '../../../src/engine/endpoints';
import type { EngineEvent } from '../../../src/engine/engine-event';
import { CommandQueue } from '../../../src/engine/audio/legs/command-queue';
import type { ClaimedPlace, NewRecording } from '../../../src/engine/audio/recording/live-recordings';
import type { Playback } from '../../../src/engine/audio/playing/playback';
import type { NewPlayback } from '../../../src/engine/audio/playing/playbacks';
import type { FoundSource } from '../../../src/engine/audio/sources/source-finder';
import type { MediaCommand } from '../../../src/media/protocol';
import type { LegId } from '../../../src/shared/ids';
import { bridgeId, channelId, idIfGiven, legId, playbackId } from '../../../src/shared/ids';
import { ClaimedNames } from '../../../src/engine/recordings/claimed-names';
import { anEngine } from '../engine-rig';
import { FakeMedia } from './media-link';
import { bridgeTechnologies, noUses } from '../../support/provided';

/** `sound:` is found unless its name begins with `no`, `number:` takes no control, `late:` is found a moment later. */
function find(uri: string): FoundSource | Promise<FoundSource> {
  const [scheme = '', name = ''] = uri.split(':');
  const files = { kind: 'files', files: [name], isEndless: false } as const;
  if (name.startsWith('no')) return { outcome: 'missing', reason: 'no such sound' };
  if (scheme === 'late') return Promise.resolve({ outcome: 'found', source: files, control: 'full' });
  if (scheme === 'sound') return { outcome: 'found', source: files, control: 'full' };
  if (scheme === 'number') return { outcome: 'found', source: files, control: 'none' };
  if (scheme === 'tone') return { outcome: 'found', source: { kind: 'tone', steps: [] }, control: 'tone' };
  return { outcome: 'missing', reason: 'no such scheme' };
}

type PlaybackOptions = Partial<Omit<NewPlayback, 'id'>> & { readonly id?: string };

/** Calls and bridges with everything that decides about media, and the other thread made up. */
export class MediaRig {
  readonly engine = anEngine();
  readonly media = new FakeMedia();
  readonly bridges = new Bridges({
    ...this.engine,
    technologies: bridgeTechnologies,
    nextId: () => bridgeId('a bridge'),
  });
  readonly channels = new Channels({
    ...this.engine,
    endpoints: new Endpoints(this.engine),
    systemName: '',
    shownVariables: () => [],
    read: () => undefined,
  });
  /** By name, in which formats something is stored. */
  readonly stored = new Map<string, readonly string[]>();
  readonly queues = new Map<Channel, CommandQueue>();
  readonly core: MediaCore;
  readonly #claimed = new ClaimedNames();
  #later: (() => void)[] = [];

  constructor() {
    this.core = makeMediaCore({
      uuid: randomUUID,
      ...this.engine,
      link: this.media,
      bridges: this.bridges,
      sources: { find },
      music: {
        find: async ({ asked, ofChannel }) => {
          const name = ofChannel || asked || 'default';
          return name === 'unknown' ? { kind: 'silence' } : { kind: 'files', files: [name], isEndless: true };
        },
        needsAnswer: ({ asked }) => asked === 'answered',
        classOn: (digit) => ({ 5: 'jazz', 6: 'answered' })[digit],
      },
      store: { claim: async (name) => this.#place(name) },
      isWritable: (format) => format === 'wav',
      talkingLevel: () => 256,
      uses: noUses,
      defaultLanguage: 'en',
      // So that commands can be read: types tell the two apart.
      nextLegId: legId,
      soon: (action) => void this.#later.push(action),
    });
  }

  /** The near end of a pair whose far end is `<id>;2`, answered unless said otherwise. */
  channel(id: string, state: 'Ring' | 'Up' = 'Up'): Channel {
    const place = { context: 'default', extension: 's', priority: 1 };
    const owner: PairOwner = {
      devices: quietDevices,
      canReach: () => true,
      runFar: () => undefined,
      onDialled: () => undefined,
    };
    const target = { context: place.context, extension: place.extension, passesHold: false };
    const facts = { target, format: 'slin16', rate: 16_000, accountCode: '', isLink: false };
    const { near } = new LocalPair(facts, owner, (end, line) =>
      this.channels.make({
        id: channelId(end === 'near' ? id : `${id};2`),
        name: `Local/${id};${end === 'near' ? 1 : 2}`,
        technology: 'Local',
        state,
        place,
        language: 'fr',
        line: () => line,
      }),
    );
    return near;
  }

  /** A channel whose far end is outside; `commands` open its leg anew. */
  outside(id: string, commands: readonly MediaCommand[] = [], leg = (): LegId => legId(id)): Channel {
    return this.channels.make({
      id: channelId(id),
      name: `UnicastRTP/${id}`,
      technology: 'UnicastRTP',
      state: 'Up',
      place: { context: 'default', extension: 's', priority: 1 },
      language: 'fr',
      line: () => ({
        dial: () => ({ outcome: 'dialling' }),
        send: () => undefined,
        carries: () => false,
        hangUp: () => undefined,
        audio: { kind: 'outside', format: 'ulaw', rate: 8000, leg, reopen: () => commands },
      }),
    });
  }

  farEnd(channel: Channel): Channel {
    const far = this.channels.find(`${channel.id};2`);
    if (far === undefined) throw new Error('the far end is gone');
    return far;
  }

  bridge(id: string, kind: 'mixing' | 'holding' = 'mixing'): Bridge {
    const type = { kind, videoMode: 'talker', attributes: kind } as const;
    const bridge = this.bridges.make({ id: bridgeId(id), name: '', type, governedBy: 'stasis', creator: 'Stasis' });
    if (bridge === undefined) throw new Error('there is one already');
    return bridge;
  }

  queueOf(channel: Channel): CommandQueue {
    const queue = this.queues.get(channel) ?? new CommandQueue();
    this.queues.set(channel, queue);
    return queue;
  }

  play(target: Channel | Bridge, media: readonly string[], { id, ...request }: PlaybackOptions = {}): Playback {
    const full = { id: idIfGiven(id, playbackId), media, language: undefined, offset: 0, skip: 3000, ...request };
    const { playbacks } = this.core;
    const playback =
      'line' in target ? playbacks.playOn(target, this.queueOf(target), full) : playbacks.playIn(target, full);
    if (playback === undefined) throw new Error('the id is taken');
    return playback;
  }

  async record(channel: Channel, request: Partial<NewRecording> = {}) {
    const { recordings, places } = this.core;
    return recordings.start(places.recordingOf(channel), this.queueOf(channel), { ...aRecording, ...request });
  }

  /** Lets pass what was put off to a later turn. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 5; turn += 1) {
      await Promise.resolve();
      for (const action of this.#later.splice(0)) action();
    }
  }

  /** What was reported since, in short: `playback-started p1 sound:a playing`. */
  heard(): string[] {
    return this.engine.happened.splice(0).flatMap(inShort);
  }

  #place(name: string): ClaimedPlace {
    if (name === '') return { outcome: 'empty' };
    if (name.startsWith('..')) return { outcome: 'outside' };
    const path = `/recordings/${name.replace(/^\.\//, '')}`;
    const release = this.#claimed.claim(path);
    if (release === undefined) return { outcome: 'taken' };
    return { outcome: 'ok', path, formats: this.stored.get(name) ?? [], release };
  }
}

export const aRecording: NewRecording = {
  name: 'r1',
  format: 'wav',
  ifExists: 'fail',
  beeps: false,
  endsOn: 'none',
  maxDuration: 0,
  maxSilence: 0,
};

function inShort(event: EngineEvent): string[] {
  if ('playback' in event) {
    const { id, media, nextMedia, state } = event.playback;
    return [`${event.type} ${id} ${media}${nextMedia === undefined ? '' : ` then ${nextMedia}`} ${state}`];
  }
  if ('recording' in event) return [`${event.type} ${event.recording.name} ${event.recording.state}`];
  return [];
}
