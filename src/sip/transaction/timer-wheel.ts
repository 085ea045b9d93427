import type { Clock } from '../../shared/time/clock';

const tickMs = 10;
/** A power of two. */
const slotCount = 4096;
const slotMask = slotCount - 1;

/** Something that happens at a time. What there is very much of can be a timer itself, instead of having one. */
export abstract class WheelTimer {
  /** Neighbours in their slot; a timer that is not in one has none. */
  previous: WheelTimer | undefined;
  next: WheelTimer | undefined;
  dueTick = 0;

  constructor(private readonly wheel: TimerWheel) {}

  /** For the wheel: the time has come. */
  abstract fire(): void;

  /** Idempotent. */
  cancel(): void {
    this.wheel.remove(this);
  }
}

class ActionTimer extends WheelTimer {
  constructor(
    wheel: TimerWheel,
    private readonly action: () => void,
  ) {
    super(wheel);
  }

  override fire(): void {
    this.action();
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
  /** A multiple of a tick. Ticks are counted from there: as numbers of today's date they would be objects of their own. */
  readonly #origin: number;
  #tick: number;
  #wakeTick = Infinity;
  #cancelWake: (() => void) | undefined;

  /** `onFault` receives exceptions of actions; other timers continue. */
  constructor(
    private readonly clock: Clock,
    private readonly onFault: (error: unknown) => void,
  ) {
    this.#origin = Math.floor(clock.now() / tickMs) * tickMs;
    this.#tick = this.#tickAt(clock.now());
  }

  /** How many timers are running. */
  get size(): number {
    return this.#count;
  }

  after(milliseconds: number, action: () => void): WheelTimer {
    const timer = new ActionTimer(this, action);
    this.start(timer, milliseconds);
    return timer;
  }

  /** Starts a timer of this wheel that is not running. */
  start(timer: WheelTimer, milliseconds: number): void {
    const now = this.clock.now();
    const tick = this.#tickAt(now);
    if (this.#count === 0) this.#tick = tick;
    const dueTick = Math.max(Math.ceil((now - this.#origin + milliseconds) / tickMs), tick + 1);
    timer.dueTick = dueTick;
    this.#insert(timer);
    if (dueTick < this.#wakeTick) this.#wakeAt(dueTick);
  }

  /** Another timer takes the place of one; false when that is not running. */
  replace(timer: WheelTimer, other: WheelTimer): boolean {
    if (!this.#isRunning(timer)) return false;
    other.dueTick = timer.dueTick;
    this.#insert(other);
    this.remove(timer);
    return true;
  }

  /** For the timer itself. */
  remove(timer: WheelTimer): void {
    if (!this.#isRunning(timer)) return;
    const slot = timer.dueTick & slotMask;
    if (this.#slots[slot] === timer) this.#slots[slot] = timer.next;
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

  #isRunning(timer: WheelTimer): boolean {
    return timer.previous !== undefined || this.#slots[timer.dueTick & slotMask] === timer;
  }

  #insert(timer: WheelTimer): void {
    const slot = timer.dueTick & slotMask;
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
    for (let timer = this.#slots[tick & slotMask]; timer !== undefined; timer = timer.next) {
      if (timer.dueTick <= now) due.push(timer);
    }
  }

  /** One that was cancelled by an action before it has left its slot and stays silent. */
  #fire(timer: WheelTimer): void {
    if (!this.#isRunning(timer)) return;
    this.remove(timer);
    try {
      timer.fire();
    } catch (error) {
      this.onFault(error);
    }
  }

  #planWake(): void {
    if (this.#count === 0) return;
    for (let tick = this.#tick + 1; tick <= this.#tick + slotCount; tick += 1) {
      if (this.#slots[tick & slotMask] === undefined) continue;
      if (tick < this.#wakeTick) this.#wakeAt(tick);
      return;
    }
  }

  #wakeAt(tick: number): void {
    this.#cancelWake?.();
    this.#wakeTick = tick;
    this.#cancelWake = this.clock.after(Math.max(0, this.#origin + tick * tickMs - this.clock.now()), () =>
      this.#wake(),
    );
  }

  #sleep(): void {
    this.#cancelWake?.();
    this.#cancelWake = undefined;
    this.#wakeTick = Infinity;
  }

  #tickAt(time: number): number {
    return Math.floor((time - this.#origin) / tickMs);
  }
}
