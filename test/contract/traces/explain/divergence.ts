import { compareValues } from '../compare/compare';
import type { Difference } from '../compare/difference';
import type { Exchange } from '../compare/exchange';
import type { ObjectKey } from '../compare/objects';
import { affectedBy, itemKeys, listedSubscription, namedBy, toldBy } from '../compare/objects';
import type { Json, JsonObject } from '../recording/trace';
import { isObject, textOf } from '../recording/trace';
import type { Transcript } from './transcript';

/**
 * Objects that have another life here than in the recording, because a request that made or changed them was refused
 * only here, or only there, for a known reason. Whatever is different about them later is a consequence of that.
 */
export class Divergence {
  readonly #objects = new Reasons();
  /** Names of channels, without the number of the half. */
  readonly #names = new Reasons();
  readonly #sockets = new Reasons();
  /** Targets for which something else is played or recorded: what waits behind it has its turn at another time. */
  readonly #queues = new Reasons();

  constructor(private readonly transcript: Transcript) {}

  /** A known difference in this exchange has consequences. */
  add(exchange: Exchange, reason: string): void {
    const cause = { reason, since: exchange.window };
    for (const key of affectedBy(exchange)) this.#objects.add(key, cause);
    const name = isObject(exchange.recorded.body) ? exchange.recorded.body['name'] : undefined;
    if (typeof name === 'string' && name.includes('/')) this.#names.add(pairName(name), cause);
    const [, ws] = /^socket (.*)$/.exec(exchange.key) ?? [];
    if (ws !== undefined) this.#sockets.add(ws, cause);
    const [room = '', id = '', verb = ''] = exchange.segments;
    if (['play', 'record'].includes(verb)) this.#queues.add(`${room.slice(0, -1)}:${id}`, cause);
  }

  /** An object is another one from now on. */
  addObject(key: ObjectKey, cause: Cause): void {
    this.#objects.add(key, cause);
  }

  /** A call for an application that only one of the two servers has goes another way. */
  spread(exchange: Exchange): void {
    const applications = namedBy(exchange).filter((key) => key.startsWith('application:'));
    const reason = exchange.method === 'POST' ? this.#objects.among(applications) : undefined;
    if (reason !== undefined && exchange.segments[0] === 'channels') this.add(exchange, reason);
  }

  /** The reason of which this difference is a consequence. */
  reasonFor(difference: Difference): string | undefined {
    const { event, ws, window } = difference;
    const socket = ws === undefined ? undefined : this.#sockets.of(ws, window);
    if (socket !== undefined) return socket;
    if (event !== undefined) return this.#reasonForEvent(difference, event);
    if (difference.kind === 'device states') return this.#objects.of(difference.subject.replace(/^\S+ /, ''));
    const exchange = this.transcript.exchangeOf(difference);
    if (exchange === undefined) return undefined;
    if (namesUnknown(exchange)) return 'the request names something that exists only in the recording';
    return this.#objects.among(namedBy(exchange)) ?? this.#reasonForList(difference, exchange);
  }

  #reasonForEvent({ kind, window }: Difference, event: JsonObject): string | undefined {
    const names = [event['channel'], event['peer']].filter(isObject).map(({ name }) => pairName(textOf(name)));
    // Another subscription makes events come or stay away, and changes nothing in them.
    const isOfSubscription = kind === 'extra event' || kind === 'missing event';
    const told = toldBy(event).filter((key) => isOfSubscription || !/^(application|subscriber):/.test(key));
    return (
      this.#names.among(names, window) ?? this.#objects.among(told, window) ?? this.#reasonForTurn(kind, event, window)
    );
  }

  /** What comes sooner because nothing is in front of it, possibly before the recording ended. */
  #reasonForTurn(kind: Difference['kind'], event: JsonObject, window: number | undefined): string | undefined {
    const medium = event['playback'] ?? event['recording'];
    const reason = isObject(medium) ? this.#queues.of(textOf(medium['target_uri']), window) : undefined;
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
    const isCommon = (item: Json): boolean => this.#objects.among(keysOf(item)) === undefined;
    const { placeholders } = this.transcript;
    let isEqual = false;
    placeholders.attempt(() => {
      isEqual = compareValues(there.filter(isCommon), here.filter(isCommon), { placeholders }).length === 0;
      return false;
    });
    return isEqual ? this.#objects.among([...there, ...here].flatMap(keysOf)) : undefined;
  }
}

interface Cause {
  readonly reason: string;
  /** The action that was first affected. */
  readonly since: number;
}

/** Why something is another thing than in the recording, and since when. */
class Reasons {
  readonly #causes = new Map<string, Cause>();

  /** The first cause counts. */
  add(key: string, cause: Cause): void {
    if (!this.#causes.has(key)) this.#causes.set(key, cause);
  }

  /** The second half of a pair shares the fate of the first. What came before the cause is none of its consequences. */
  of(key: string, window = Number.POSITIVE_INFINITY): string | undefined {
    const cause = this.#causes.get(key) ?? this.#causes.get(key.replace(/;2$/, ''));
    return cause !== undefined && window >= cause.since ? cause.reason : undefined;
  }

  among(keys: readonly string[], window?: number): string | undefined {
    return keys.map((key) => this.of(key, window)).find((reason) => reason !== undefined);
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
