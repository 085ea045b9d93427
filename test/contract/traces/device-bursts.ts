import type { Difference } from './difference';

export interface DeviceNews {
  readonly ws: string;
  readonly device: string;
  readonly state: string;
}

interface Life {
  readonly ws: string;
  readonly device: string;
  readonly expected: Map<number, string>;
  readonly received: Map<number, string>;
}

/**
 * States of devices that stand for channels. The reference repeats them and publishes them from a thread of its own, so
 * that only the last one between two requests counts, and only when it is a change.
 */
export class DeviceBursts {
  readonly #lives = new Map<string, Life>();
  #burst = 0;

  next(): void {
    this.#burst += 1;
  }

  expect(news: DeviceNews): void {
    this.#life(news).expected.set(this.#burst, news.state);
  }

  receive(news: DeviceNews): void {
    this.#life(news).received.set(this.#burst, news.state);
  }

  /** Whether every device was last seen in the state that was recorded last. */
  isAtRest(): boolean {
    return [...this.#lives.values()].every(({ expected, received }) => {
      const [wanted] = [...expected.values()].reverse();
      return wanted === undefined || wanted === [...received.values()].reverse()[0];
    });
  }

  differences(): readonly Difference[] {
    return [...this.#lives.values()].flatMap(({ ws, device, ...life }) => {
      const [expected, got] = [changes(life.expected), changes(life.received)];
      if (expected.join() === got.join()) return [];
      const about = { subject: `${ws} device:${device}`, title: 'DeviceStateChanged' };
      return [{ ...about, kind: 'device states' as const, path: '', expected, got }];
    });
  }

  #life({ ws, device }: DeviceNews): Life {
    const key = `${ws} ${device}`;
    const life = this.#lives.get(key) ?? { ws, device, expected: new Map(), received: new Map() };
    this.#lives.set(key, life);
    return life;
  }
}

function changes(states: ReadonlyMap<number, string>): readonly string[] {
  return [...states.values()].filter((state, place, all) => place === 0 || state !== all[place - 1]);
}
