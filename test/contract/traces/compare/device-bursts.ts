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
  /** Every state that was told, wherever one of our actions came between. */
  readonly all: { readonly expected: string[]; readonly received: string[] };
}

/**
 * States of devices that stand for channels. The reference repeats them and publishes them from a thread of its own, so
 * that only the last one between two requests counts, and only when it is a change.
 */
export class DeviceBursts {
  readonly #lives = new Map<string, Life>();
  #burst = 0;

  constructor(private readonly isExplained: (difference: Difference) => boolean) {}

  next(): void {
    this.#burst += 1;
  }

  expect(news: DeviceNews): void {
    const { expected, all } = this.#life(news);
    expected.set(this.#burst, news.state);
    all.expected.push(news.state);
  }

  receive(news: DeviceNews): void {
    const { received, all } = this.#life(news);
    received.set(this.#burst, news.state);
    all.received.push(news.state);
  }

  /** Whether every device was last seen in the state that was recorded last. A known difference is not waited for. */
  isAtRest(): boolean {
    return [...this.#lives.values()].every((life) => {
      const [wanted] = [...life.expected.values()].reverse();
      if (wanted === undefined || wanted === [...life.received.values()].reverse()[0]) return true;
      return this.isExplained(differenceIn(life));
    });
  }

  differences(): readonly Difference[] {
    return [...this.#lives.values()]
      .filter(
        ({ expected, received, all }) =>
          !isWithin(changes(expected), all.received) || !isWithin(changes(received), all.expected),
      )
      .map(differenceIn);
  }

  #life({ ws, device }: DeviceNews): Life {
    const key = `${ws} ${device}`;
    const life = this.#lives.get(key) ?? {
      ws,
      device,
      expected: new Map(),
      received: new Map(),
      all: { expected: [], received: [] },
    };
    this.#lives.set(key, life);
    return life;
  }
}

function differenceIn({ ws, device, expected, received }: Life): Difference {
  const about = { subject: `${ws} device:${device}`, title: 'DeviceStateChanged' };
  return { ...about, kind: 'device states', path: '', expected: changes(expected), got: changes(received) };
}

/** Whether some states were told in this order, with others in between at most. */
function isWithin(some: readonly string[], all: readonly string[]): boolean {
  let place = -1;
  return some.every((state) => {
    place = all.indexOf(state, place + 1);
    return place !== -1;
  });
}

function changes(states: ReadonlyMap<number, string>): readonly string[] {
  return [...states.values()].filter((state, place, all) => place === 0 || state !== all[place - 1]);
}
