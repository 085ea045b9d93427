import type { MediaEngine } from '../../src/media/media-engine';
import type { MediaCommand, MediaNotice } from '../../src/media/protocol';
import type { LegId } from '../../src/shared/ids';
import { legId } from '../../src/shared/ids';
import type { CompiledMedia } from './media-compiled';
import { sceneOfBridges } from './media-scene';
import type { BridgeScene } from './media-scene';

const warmUp = 100;

/** Microseconds: CPU time of a tick on average, which others on the machine hardly change, and how long each one took. */
export interface TickCosts {
  readonly cpu: number;
  readonly ticks: readonly number[];
}

/** The media engine without a clock, tick after tick as fast as it goes. */
export class MediaBench {
  #ended = 0;
  readonly #engine: MediaEngine;

  constructor(media: CompiledMedia) {
    this.#engine = new media.MediaEngine({
      tell: (notice) => this.#hear(notice),
      now: () => performance.now(),
      missed: () => 0,
    });
  }

  get plays(): number {
    return this.#engine.statistics.plays;
  }

  openPairs(count: number): void {
    for (let pair = 0; pair < count; pair += 1)
      this.#engine.apply({
        do: 'open-pair',
        legs: [legId(`one ${pair}`), legId(`other ${pair}`)],
        form: { format: 'ulaw', rate: 8000 },
      });
  }

  fillBridges(legs: number, scene: BridgeScene): void {
    for (const [index, commands] of sceneOfBridges(legs, scene).entries()) {
      for (const command of commands) this.#engine.apply(command);
      // Files that begin in different ticks are also read on in different ones.
      if (index % 10 === 0) this.#engine.tick();
    }
  }

  measure(count: number): TickCosts {
    for (let tick = 0; tick < warmUp; tick += 1) this.#engine.tick();
    const before = process.cpuUsage();
    const ticks = Array.from({ length: count }, () => {
      const started = performance.now();
      this.#engine.tick();
      return (performance.now() - started) * 1000;
    });
    const { user, system } = process.cpuUsage(before);
    return { cpu: (user + system) / count, ticks };
  }

  /** A hundred at a time, each on a leg of its own. */
  playOneAfterAnother(file: string, count: number): void {
    for (let first = 0; first < count; first += 100) {
      this.#ended = 0;
      for (let leg = 0; leg < 100; leg += 1) this.#engine.apply(playTo(legId(`one ${leg}`), `${first + leg}`, file));
      while (this.#ended < 100) this.#engine.tick();
    }
  }

  close(): void {
    void this.#engine.close();
  }

  #hear(notice: MediaNotice): void {
    if (notice.tell !== 'play-ended') return;
    this.#ended += 1;
    if (notice.failed?.endsWith('no longer exists') === false) throw new Error(`a playback failed: ${notice.failed}`);
  }
}

function playTo(leg: LegId, play: string, file: string): MediaCommand {
  const source = { kind: 'files', files: [file], isEndless: false } as const;
  return { do: 'play', play, target: { kind: 'leg', leg }, source, offset: 0, inBackground: false };
}
