import { compareValues } from './compare';
import type { Difference } from './difference';
import type { Exchange } from './exchange';
import type { ObjectKey } from './objects';
import { affectedBy, itemKeys, listedSubscription, namedBy, toldBy } from './objects';
import type { Json, JsonObject } from './trace';
import { isObject, textOf } from './trace';
import type { Transcript } from './transcript';

/**
 * Objects that have another life here than in the recording, because a request that made or changed them was refused
 * only here, or only there, for a known reason. Whatever is different about them later is a consequence of that.
 */
export class Divergence {
  readonly #objects = new Map<ObjectKey, string>();
  /** Names of channels, without the number of the half. */
  readonly #names = new Map<string, string>();
  readonly #sockets = new Map<string, string>();
  /** Targets for which something else is played or recorded: what waits behind it has its turn at another time. */
  readonly #queues = new Map<string, string>();

  constructor(private readonly transcript: Transcript) {}

  /** A known difference in this exchange has consequences. */
  add(exchange: Exchange, reason: string): void {
    for (const key of affectedBy(exchange)) this.#objects.set(key, reason);
    const name = isObject(exchange.recorded.body) ? exchange.recorded.body['name'] : undefined;
    if (typeof name === 'string' && name.includes('/')) this.#names.set(pairName(name), reason);
    const [, ws] = /^socket (.*)$/.exec(exchange.key) ?? [];
    if (ws !== undefined) this.#sockets.set(ws, reason);
    const [room = '', id = '', verb = ''] = exchange.segments;
    if (['play', 'record'].includes(verb)) this.#queues.set(`${room.slice(0, -1)}:${id}`, reason);
  }

  /** An object is another one from now on. */
  addObject(key: ObjectKey, reason: string): void {
    this.#objects.set(key, reason);
  }

  /** A call for an application that only one of the two servers has goes another way. */
  spread(exchange: Exchange): void {
    const applications = namedBy(exchange).filter((key) => key.startsWith('application:'));
    const reason = exchange.method === 'POST' ? this.#reasonAmong(applications) : undefined;
    if (reason !== undefined && exchange.segments[0] === 'channels') this.add(exchange, reason);
  }

  /** The reason of which this difference is a consequence. */
  reasonFor(difference: Difference): string | undefined {
    const { event, ws } = difference;
    const socket = ws === undefined ? undefined : this.#sockets.get(ws);
    if (socket !== undefined) return socket;
    if (event !== undefined) return this.#reasonForEvent(difference.kind, event);
    if (difference.kind === 'device states') return this.#reasonAmong([difference.subject.replace(/^\S+ /, '')]);
    const exchange = this.transcript.exchangeOf(difference);
    if (exchange === undefined) return undefined;
    if (namesUnknown(exchange)) return 'the request names something that exists only in the recording';
    return this.#reasonAmong(namedBy(exchange)) ?? this.#reasonForList(difference, exchange);
  }

  #reasonForEvent(kind: Difference['kind'], event: JsonObject): string | undefined {
    const names = [event['channel'], event['peer']].filter(isObject).map(({ name }) => pairName(textOf(name)));
    const byName = names.map((name) => this.#names.get(name)).find((reason) => reason !== undefined);
    // Another subscription makes events come or stay away, and changes nothing in them.
    const isOfSubscription = kind === 'extra event' || kind === 'missing event';
    const told = toldBy(event).filter((key) => isOfSubscription || !/^(application|subscriber):/.test(key));
    return byName ?? this.#reasonAmong(told) ?? this.#reasonForTurn(kind, event);
  }

  /** What comes sooner because nothing is in front of it, possibly before the recording ended. */
  #reasonForTurn(kind: Difference['kind'], event: JsonObject): string | undefined {
    const medium = event['playback'] ?? event['recording'];
    const reason = isObject(medium) ? this.#queues.get(textOf(medium['target_uri'])) : undefined;
    if (reason === undefined || kind === 'moment') return reason;
    const isRecorded = this.transcript.recorded.some(
      (step) => step.event['type'] === event['type'] && toldBy(step.event)[0] === toldBy(event)[0],
    );
    return kind === 'extra event' && !isRecorded ? reason : undefined;
  }

  /** A list that differs only by members that have another life. */
  #reasonForList({ kind, path, expected, got }: Difference, exchange: Exchange): string | undefined {
    if (kind !== 'body') return undefined;
    const [there, here] = [asList(expected), asList(got)];
    if (there === undefined || here === undefined) return undefined;
    const keysOf = (item: Json): readonly ObjectKey[] => [
      ...itemKeys(item),
      listedSubscription(exchange, path.replace(/^.*\./, ''), item),
    ];
    const isCommon = (item: Json): boolean => this.#reasonAmong(keysOf(item)) === undefined;
    const { placeholders } = this.transcript;
    let isEqual = false;
    placeholders.attempt(() => {
      isEqual = compareValues(there.filter(isCommon), here.filter(isCommon), { placeholders }).length === 0;
      return false;
    });
    return isEqual ? this.#reasonAmong([...there, ...here].flatMap(keysOf)) : undefined;
  }

  #reasonAmong(keys: readonly ObjectKey[]): string | undefined {
    // The second half of a pair shares the fate of the first.
    const halves = keys.flatMap((key) => [key, key.replace(/;2$/, '')]);
    return halves.map((key) => this.#objects.get(key)).find((reason) => reason !== undefined);
  }
}

function pairName(name: string): string {
  return name.replace(/;[12]$/, '');
}

/** Whether a placeholder of the recording stands in the request, since nothing here has the id that stood there. */
function namesUnknown({ segments, parameters }: Exchange): boolean {
  return /<(uuid|uniqueid)-\d+>/.test(JSON.stringify([segments, [...parameters]]));
}

function asList(value: Json | undefined): readonly Json[] | undefined {
  return Array.isArray(value) ? (value as readonly Json[]) : value === undefined ? [] : undefined;
}
