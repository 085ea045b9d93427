import type { Clock } from '../../shared/time/clock';
import { guarded } from '../../shared/scheduling/guard';

const tickMs = 10;
const slotCount = 4096;

/** A running timer. */
export class WheelTimer {
  /** Neighbours in their slot; a timer that is not in one has none. */
  previous: WheelTimer | undefined;
  next: WheelTimer | undefined;

  constructor(
    private readonly wheel: TimerWheel,
    readonly dueTick: number,
    readonly action: () => void,
  ) {}

  /** Idempotent. */
  cancel(): void {
    this.wheel.remove(this);
  }
}

/**
 * Many timers on one timer of the clock. Starting and cancelling one is a matter of a few pointers, which matters where
 * nearly all timers are cancelled: every transaction starts some, and hardly any comes to its end. Fires at the first
 * multiple of 10 ms that is not before the time asked for, and after the present.
 */
export class TimerWheel {
  /** The first timer of each slot. A timer that is due in a later turn of the wheel waits in its slot until then. */
  readonly #slots = new Array<WheelTimer | undefined>(slotCount).fill(undefined);
  #count = 0;
  #tick: number;
  #wakeTick = Infinity;
  #cancelWake: (() => void) | undefined;

  /** `onFault` receives exceptions of actions; other timers continue. */
  constructor(
    private readonly clock: Clock,
    private readonly onFault: (error: unknown) => void,
  ) {
    this.#tick = this.#tickAt(clock.now());
  }

  /** How many timers are running. */
  get size(): number {
    return this.#count;
  }

  after(milliseconds: number, action: () => void): WheelTimer {
    const now = this.clock.now();
    const tick = this.#tickAt(now);
    if (this.#count === 0) this.#tick = tick;
    const dueTick = Math.max(Math.ceil((now + milliseconds) / tickMs), tick + 1);
    const timer = new WheelTimer(this, dueTick, action);
    this.#insert(timer);
    if (dueTick < this.#wakeTick) this.#wakeAt(dueTick);
    return timer;
  }

  /** For the timer itself. */
  remove(timer: WheelTimer): void {
    const slot = timer.dueTick % slotCount;
    const isFirst = this.#slots[slot] === timer;
    if (!isFirst && timer.previous === undefined) return;
    if (isFirst) this.#slots[slot] = timer.next;
    if (timer.previous !== undefined) timer.previous.next = timer.next;
    if (timer.next !== undefined) timer.next.previous = timer.previous;
    timer.previous = undefined;
    timer.next = undefined;
    this.#count -= 1;
    if (this.#count === 0) this.#sleep();
  }

  /** Cancels everything. */
  close(): void {
    this.#slots.fill(undefined);
    this.#count = 0;
    this.#sleep();
  }

  #insert(timer: WheelTimer): void {
    const slot = timer.dueTick % slotCount;
    const first = this.#slots[slot];
    timer.next = first;
    if (first !== undefined) first.previous = timer;
    this.#slots[slot] = timer;
    this.#count += 1;
  }

  #wake(): void {
    this.#wakeTick = Infinity;
    this.#cancelWake = undefined;
    const now = this.#tickAt(this.clock.now());
    // After a long pause every slot is visited only once, not once per missed turn.
    const first = Math.max(this.#tick + 1, now - slotCount + 1);
    const due: WheelTimer[] = [];
    for (let tick = first; tick <= now; tick += 1) this.#collect(tick, now, due);
    this.#tick = now;
    due.sort((one, other) => one.dueTick - other.dueTick);
    for (const timer of due) this.#fire(timer);
    this.#planWake();
  }

  #collect(tick: number, now: number, due: WheelTimer[]): void {
    for (let timer = this.#slots[tick % slotCount]; timer !== undefined; timer = timer.next) {
      if (timer.dueTick <= now) due.push(timer);
    }
  }

  /** One that was cancelled by an action before it has left its slot and stays silent. */
  #fire(timer: WheelTimer): void {
    if (timer.previous === undefined && this.#slots[timer.dueTick % slotCount] !== timer) return;
    this.remove(timer);
    guarded(timer.action, this.onFault)();
  }

  #planWake(): void {
    if (this.#count === 0) return;
    for (let tick = this.#tick + 1; tick <= this.#tick + slotCount; tick += 1) {
      if (this.#slots[tick % slotCount] === undefined) continue;
      if (tick < this.#wakeTick) this.#wakeAt(tick);
      return;
    }
  }

  #wakeAt(tick: number): void {
    this.#cancelWake?.();
    this.#wakeTick = tick;
    this.#cancelWake = this.clock.after(Math.max(0, tick * tickMs - this.clock.now()), () => this.#wake());
  }

  #sleep(): void {
    this.#cancelWake?.();
    this.#cancelWake = undefined;
    this.#wakeTick = Infinity;
  }

  #tickAt(time: number): number {
    return Math.floor(time / tickMs);
  }
}
