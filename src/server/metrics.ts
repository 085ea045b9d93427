/** A counter. */
export class Counter {
  #value = 0;

  add(amount = 1): void {
    this.#value += amount;
  }

  get value(): number {
    return this.#value;
  }
}

/** Requests by the class of their status: a fixed set of counters, whatever clients send. */
export class StatusCounter {
  readonly #classes = [0, 0, 0, 0, 0, 0];

  count(status: number): void {
    const group = Math.floor(status / 100);
    this.#classes[group] = (this.#classes[group] ?? 0) + 1;
  }

  entries(): [string, number][] {
    return this.#classes.flatMap((count, group): [string, number][] => (group === 0 ? [] : [[`${group}xx`, count]]));
  }
}

export type Reading = () => number;

interface Watched {
  readonly kind: 'counter' | 'gauge';
  readonly help: string;
  readonly read: Reading;
}

/** A figure for each set of labels. Owners see to it that there are few of them, whatever clients send. */
export interface LabelledReading extends Omit<Watched, 'read'> {
  readonly read: () => readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[];
}

/** The metrics of the server in the format of Prometheus. */
export class Metrics {
  readonly requests = new StatusCounter();
  readonly socketRequests = new StatusCounter();
  readonly eventsSent = new Counter();
  readonly slowSockets = new Counter();
  readonly #watched = new Map<string, Watched>();
  readonly #labelled = new Map<string, LabelledReading>();

  /** A gauge whose value is read from its owner. */
  gauge(name: string, help: string, read: Reading): void {
    this.#watched.set(name, { kind: 'gauge', help, read });
  }

  /** A counter whose value is read from its owner; it may reset. */
  counter(name: string, help: string, read: Reading): void {
    this.#watched.set(name, { kind: 'counter', help, read });
  }

  /** Several figures of one name, told apart by labels. */
  labelled(name: string, reading: LabelledReading): void {
    this.#labelled.set(name, reading);
  }

  /** The Prometheus text format. */
  text(): string {
    const lines = [
      ...family('patchbay_http_requests_total', 'counter', 'REST requests over HTTP by class of status'),
      ...this.requests.entries().map(([group, count]) => `patchbay_http_requests_total{status="${group}"} ${count}`),
      ...family('patchbay_socket_requests_total', 'counter', 'REST requests over websockets by class of status'),
      ...this.socketRequests
        .entries()
        .map(([group, count]) => `patchbay_socket_requests_total{status="${group}"} ${count}`),
      ...single('patchbay_events_sent_total', 'counter', {
        help: 'Events handed to sockets',
        value: this.eventsSent.value,
      }),
      ...single('patchbay_slow_sockets_total', 'counter', {
        help: 'Sockets closed because their reader was too slow',
        value: this.slowSockets.value,
      }),
      ...[...this.#watched].flatMap(([name, { kind, help, read }]) => single(name, kind, { help, value: read() })),
      ...[...this.#labelled].flatMap(([name, { kind, help, read }]) => [
        ...family(name, kind, help),
        ...read().map(({ labels, value }) => `${name}{${labelText(labels)}} ${value}`),
      ]),
    ];
    return `${lines.join('\n')}\n`;
  }
}

function single(
  name: string,
  kind: string,
  { help, value }: { readonly help: string; readonly value: number },
): string[] {
  return [...family(name, kind, help), `${name} ${value}`];
}

function family(name: string, kind: string, help: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`];
}

/** Labels are ours: their values need no escapes. */
function labelText(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${value}"`)
    .join(',');
}
