import type { Subject } from '../subject';
import type { Sharer } from './shared-socket';

/** Channels and bridges that belong together: one socket has all of them. */
export interface SharedCall {
  sharer: Sharer;
  readonly objects: Set<Subject>;
}

/** Which socket has which channels and bridges of an application. */
export class SharedCalls {
  readonly #byObject = new Map<Subject, SharedCall>();
  /** Channels that count as calls of their socket. */
  readonly #counted = new Set<Subject>();

  get size(): number {
    return this.#byObject.size;
  }

  sharerOf(object: Subject): Sharer | undefined {
    return this.#byObject.get(object)?.sharer;
  }

  /** Begins a call with this object. */
  begin(object: Subject, sharer: Sharer): void {
    this.forget(object);
    this.#byObject.set(object, { sharer, objects: new Set([object]) });
  }

  /** The object becomes part of the call that another object belongs to; false when that one belongs to none. */
  join(object: Subject, other: Subject): boolean {
    const call = this.#byObject.get(other);
    if (call === undefined) return false;
    const own = this.#byObject.get(object);
    if (own === undefined) {
      call.objects.add(object);
      this.#byObject.set(object, call);
    } else if (own !== call && own.sharer === call.sharer) this.#merge(own, call);
    return true;
  }

  count(channel: Subject): void {
    const call = this.#byObject.get(channel);
    if (call === undefined || this.#counted.has(channel)) return;
    this.#counted.add(channel);
    call.sharer.calls += 1;
  }

  uncount(channel: Subject): void {
    const call = this.#byObject.get(channel);
    if (call !== undefined && this.#counted.delete(channel)) call.sharer.calls -= 1;
  }

  forget(object: Subject): void {
    this.uncount(object);
    this.#byObject.get(object)?.objects.delete(object);
    this.#byObject.delete(object);
  }

  /** Every call of a socket, once. */
  of(sharer: Sharer): ReadonlySet<SharedCall> {
    return new Set([...this.#byObject.values()].filter((call) => call.sharer === sharer));
  }

  /** Another socket gets the call. */
  move(call: SharedCall, sharer: Sharer): void {
    for (const object of call.objects) {
      if (!this.#counted.has(object)) continue;
      call.sharer.calls -= 1;
      sharer.calls += 1;
    }
    call.sharer = sharer;
  }

  #merge(one: SharedCall, other: SharedCall): void {
    const [smaller, larger] = one.objects.size < other.objects.size ? [one, other] : [other, one];
    for (const object of smaller.objects) {
      larger.objects.add(object);
      this.#byObject.set(object, larger);
    }
  }
}
