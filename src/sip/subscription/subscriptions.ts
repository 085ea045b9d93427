import type { DialogLayer } from '../dialog/dialog-layer';
import { Dialog } from '../dialog/dialog';
import type { RequestContext } from '../dialog/dialog-request';
import type { HeaderList } from '../message/headers/header-list';
import { makeResponse } from '../message/make-response';
import type { SipRequest } from '../message/message';
import type { NameAddr } from '../message/headers/name-addr';
import { expiresHeader, minExpiresHeader, retryAfterHeader } from '../message/headers/number-headers';
import { Parameters } from '../message/grammar/parameters';
import type { TokenValue } from '../message/headers/token-headers';
import { acceptHeader, eventHeader } from '../message/headers/token-headers';
import type { ServerTransaction } from '../transaction/server-transaction';
import type { TimerWheel } from '../transaction/timer-wheel';
import type { Flow } from '../transport/flow';
import type { EventPackage, SubscribedResource, Subscriber } from './event-package';
import type { NotificationQueue } from './notification-queue';
import { ServerSubscription } from './server-subscription';

export interface SubscriptionsDeps {
  readonly dialogs: DialogLayer;
  readonly wheel: TimerWheel;
  readonly now: () => number;
  readonly queue: Pick<NotificationQueue, 'add'>;
  readonly limits?: Partial<SubscriptionLimits>;
}

export interface SubscriptionLimits {
  /** Of all subscribers together, and of one. */
  readonly max: number;
  readonly maxPerSubscriber: number;
}

/** A SUBSCRIBE outside of dialogs whose sender is known. */
export interface SubscribeRequest<Who extends Subscriber> {
  readonly transaction: ServerTransaction;
  readonly subscriber: Who;
  /** Where we are, for the subscriber. */
  readonly contact: NameAddr;
  /** The flow that notifications take; undefined where the subscriber's Contact leads to it. */
  readonly flow: (dialog: Dialog) => Flow | undefined;
  readonly context: RequestContext;
  /** Seconds that a subscription has to last at least. */
  readonly minSeconds: number;
}

const usualSeconds = 3600;
const maxSeconds = 86_400;
const retrySeconds = 30;
const defaultLimits: SubscriptionLimits = { max: 20_000, maxPerSubscriber: 2_000 };

/** The notifier's side of all subscriptions (RFC 6665). Packages say what there is to subscribe to. */
export class Subscriptions<Who extends Subscriber = Subscriber> {
  readonly #packages = new Map<string, EventPackage<Who>>();
  readonly #active = new Set<ServerSubscription>();
  readonly #counts = new Map<string, number>();
  readonly #limits: SubscriptionLimits;

  constructor(private readonly deps: SubscriptionsDeps) {
    this.#limits = { ...defaultLimits, ...deps.limits };
  }

  get size(): number {
    return this.#active.size;
  }

  /** Names of the events that can be subscribed to. */
  get events(): readonly string[] {
    return [...this.#packages.values()].filter(({ types }) => types().length > 0).map(({ name }) => name);
  }

  /** Subscriptions to the event are taken until the result is called. */
  add(eventPackage: EventPackage<Who>): () => void {
    const { name } = eventPackage;
    if (this.#packages.has(name)) throw new Error(`the event ${name} has a package already`);
    this.#packages.set(name, eventPackage);
    return () => void this.#packages.delete(name);
  }

  /** Answers a SUBSCRIBE that belongs to no dialog. */
  subscribe(incoming: SubscribeRequest<Who>): void {
    const { transaction, subscriber, minSeconds } = incoming;
    const { request } = transaction;
    const event = request.headers.get(eventHeader);
    const found = this.#packages.get(event?.token ?? '');
    if (event === undefined || found === undefined || found.types().length === 0) return this.#refuseEvent(transaction);
    const type = acceptedType(request.headers, found.types());
    if (type === undefined)
      return refuse(transaction, 406, (headers) => headers.add('Accept', found.types().join(', ')));
    const seconds = secondsOf(request);
    if (seconds > 0 && seconds < minSeconds) return tooBrief(transaction, minSeconds);
    const resource = found.find(request, subscriber, type);
    if (typeof resource === 'number') return transaction.reply(resource);
    if (this.#isFull(subscriber)) return refuse(transaction, 503, retryLater);
    this.#begin(incoming, { event, resource, seconds });
  }

  /** Ends all of them; their subscribers are told to come back. */
  close(): void {
    for (const subscription of this.#active) subscription.deactivate();
  }

  #begin(
    { transaction, subscriber, contact, flow, context, minSeconds }: SubscribeRequest<Who>,
    {
      event,
      resource,
      seconds,
    }: { readonly event: TokenValue; readonly resource: SubscribedResource; readonly seconds: number },
  ): void {
    const { dialogs, wheel, now, queue } = this.deps;
    const dialog = Dialog.asServer(transaction.request, { localTag: transaction.localTag, contact });
    dialog.confirm();
    dialog.flow = flow(dialog);
    const undo: (() => void)[] = [];
    const subscription = new ServerSubscription({
      dialog,
      event,
      context,
      wheel,
      now,
      state: resource.state,
      schedule: queue.add,
      onEnded: () => {
        for (const step of undo.splice(0)) step();
        this.#count(subscriber, -1);
        this.#active.delete(subscription);
      },
    });
    this.#active.add(subscription);
    this.#count(subscriber, 1);
    const onRequest = (again: ServerTransaction): void => this.#receive(again, { subscription, event, minSeconds });
    undo.push(dialogs.add(dialog, { onRequest }), resource.watch(subscription));
    subscription.accept(transaction, seconds);
  }

  /** A request within the dialog of a subscription. */
  #receive(
    transaction: ServerTransaction,
    {
      subscription,
      event,
      minSeconds,
    }: Pick<SubscribeRequest<Who>, 'minSeconds'> & {
      readonly subscription: ServerSubscription;
      readonly event: TokenValue;
    },
  ): void {
    const { request } = transaction;
    if (request.method !== 'SUBSCRIBE') return refuse(transaction, 405, (headers) => headers.add('Allow', 'SUBSCRIBE'));
    if (subscription.isEnding) return transaction.reply(481);
    const given = request.headers.get(eventHeader);
    // Several subscriptions in one dialog have no use (RFC 6665 §4.5.2).
    if (given?.token !== event.token || given.params.get('id') !== event.params.get('id'))
      return transaction.reply(403);
    const seconds = secondsOf(request);
    if (seconds > 0 && seconds < minSeconds) return tooBrief(transaction, minSeconds);
    subscription.dialog.refreshTarget(request);
    subscription.accept(transaction, seconds);
  }

  #isFull({ id }: Who): boolean {
    const { max, maxPerSubscriber } = this.#limits;
    return this.#active.size >= max || (this.#counts.get(id) ?? 0) >= maxPerSubscriber;
  }

  #count({ id }: Who, change: 1 | -1): void {
    const count = (this.#counts.get(id) ?? 0) + change;
    if (count === 0) this.#counts.delete(id);
    else this.#counts.set(id, count);
  }

  #refuseEvent(transaction: ServerTransaction): void {
    refuse(transaction, 489, (headers) => headers.add('Allow-Events', this.events.join(', ')));
  }
}

function secondsOf({ headers }: SipRequest): number {
  return Math.min(headers.get(expiresHeader) ?? usualSeconds, maxSeconds);
}

/** Without Accept, the usual type of the package is meant (RFC 6665 §3.1.3). */
function acceptedType(headers: HeaderList, types: readonly string[]): string | undefined {
  const accepted = headers.all(acceptHeader).map(({ type }) => type);
  if (accepted.length === 0) return types[0];
  return types.find((type) =>
    accepted.some((each) => each === type || each === '*/*' || each === `${type.split('/')[0] ?? ''}/*`),
  );
}

function tooBrief(transaction: ServerTransaction, minSeconds: number): void {
  refuse(transaction, 423, (headers) => headers.set(minExpiresHeader, minSeconds));
}

function retryLater(headers: HeaderList): void {
  headers.set(retryAfterHeader, { seconds: retrySeconds, params: Parameters.none });
}

function refuse(transaction: ServerTransaction, status: number, edit: (headers: HeaderList) => void): void {
  const response = makeResponse(transaction.request, status, { toTag: transaction.localTag });
  edit(response.headers);
  transaction.respond(response);
}
