import type { LegId } from '../shared/ids';
import { Leg } from './leg/leg';
import { LegMeter } from './leg/leg-meter';
import { applyDetection, detectCommands } from './media-detection';
import { MediaPlays } from './media-plays';
import { MediaRecords } from './media-records';
import { MediaTargets } from './media-targets';
import { TickWork } from './media-work';
import { MixingBridge } from './mixing/mixing-bridge';
import { ExternalEnds } from './external-ends';
import { ProgramStreams } from './program/program-streams';
import { joinAsPair } from './leg/pair-end';
import type {
  AudioForm,
  BridgeCommand,
  CommandHandlers,
  LegCommand,
  MediaCommand,
  MediaNotice,
  MediaStatistics,
} from './protocol';
import type { DetectCommand } from './protocol-detect';
import { Tap } from './leg/tap';

export interface EngineDeps {
  readonly tell: (notice: MediaNotice) => void;
  /** Milliseconds, with fractions. */
  readonly now: () => number;
  /** Ticks that the clock has missed. */
  readonly missed: () => number;
}

/** Rates at which legs can be; a leg at another one is not opened. */
const legRates: ReadonlySet<number> = new Set([8000, 16_000, 24_000, 48_000]);

const ticksPerReport = 50;

/** Processes audio: executes commands between ticks, and in each tick handles 20 ms of all audio in one pass. */
export class MediaEngine {
  readonly #deps: EngineDeps;
  readonly #targets = new MediaTargets();
  readonly #programs: ProgramStreams;
  readonly #plays: MediaPlays;
  readonly #records: MediaRecords;
  readonly #outside: ExternalEnds;
  readonly #work: TickWork;
  readonly #commands: CommandHandlers<MediaCommand>;
  #lastTick = 0;
  #longestTick = 0;

  constructor(deps: EngineDeps) {
    const { tell } = deps;
    this.#deps = deps;
    this.#programs = new ProgramStreams({ tell, now: deps.now });
    this.#plays = new MediaPlays({ tell, targets: this.#targets, programs: this.#programs });
    this.#records = new MediaRecords({ tell, targets: this.#targets });
    this.#work = new TickWork(({ id }) => tell({ tell: 'first-audio', leg: id }));
    this.#outside = new ExternalEnds({
      tell,
      targets: this.#targets,
      now: deps.now,
      work: this.#work,
      closeLeg: (leg) => this.#closeLeg(leg),
    });
    this.#commands = {
      ...this.#plays.commands,
      ...this.#records.commands,
      ...this.#outside.commands,
      ...this.#legCommands(),
      ...this.#bridgeCommands(),
      ...detectCommands((command) => this.#detect(command)),
    };
  }

  get statistics(): MediaStatistics {
    return {
      ticks: this.#work.tick,
      missed: this.#deps.missed(),
      legs: this.#targets.legs.size,
      plays: this.#plays.count,
      records: this.#records.count,
      lastTick: this.#lastTick,
      longestTick: this.#longestTick,
    };
  }

  apply(command: MediaCommand): void {
    // The table has a function for every command type.
    const handle = this.#commands[command.do] as (told: MediaCommand) => void;
    handle(command);
  }

  tick(): void {
    const started = this.#deps.now();
    const work = this.#work;
    work.begin();
    this.#outside.take(work);
    for (const leg of work.arrivals) leg.receive(work);
    for (const leg of this.#targets.watched) leg.detect();
    this.#mix(work);
    this.#send(work);
    this.#record();
    this.#outside.give(work.tick);
    for (const leg of work.arrivals) leg.forget();
    for (const bridge of work.bridges) bridge.forget();
    this.#account(started);
  }

  /** Resolves when all disk operations so far have completed. */
  settled(): Promise<void> {
    return this.#records.settled();
  }

  /** Ends everything, programs included; recordings are kept, and on disk when this resolves. */
  async close(): Promise<void> {
    for (const bridge of [...this.#targets.bridges.values()]) this.#closeBridge(bridge);
    for (const leg of [...this.#targets.legs.keys()]) this.#closeLeg(leg);
    this.#outside.close();
    await Promise.all([this.settled(), this.#programs.settled()]);
  }

  #mix(work: TickWork): void {
    for (const bridge of this.#targets.busyBridges) {
      if (bridge.isBusy) bridge.touch(work);
      else this.#targets.busyBridges.delete(bridge);
    }
    for (const bridge of work.bridges) bridge.mix(work);
  }

  #send(work: TickWork): void {
    for (const leg of this.#targets.playing) {
      if (leg.stage.isEmpty) this.#targets.playing.delete(leg);
      else work.send(leg);
    }
    for (const leg of work.senders) leg.send(work);
  }

  #record(): void {
    for (const leg of this.#targets.watched) {
      leg.record();
      if (!leg.isWatched) this.#targets.watched.delete(leg);
    }
  }

  #account(started: number): void {
    this.#lastTick = Math.round((this.#deps.now() - started) * 1000);
    this.#longestTick = Math.max(this.#longestTick, this.#lastTick);
    if (this.#work.tick % ticksPerReport === 0) this.#deps.tell({ tell: 'statistics', statistics: this.statistics });
  }

  #legCommands(): CommandHandlers<LegCommand> {
    const { legs } = this.#targets;
    return {
      'open-pair': ({ legs: pair, form }) => this.#openPair(pair, form),
      'open-tap': (command) => this.#openTap(command),
      'close-leg': ({ leg }) => this.#closeLeg(leg),
      'start-leg': ({ leg }) => this.#outside.start(leg),
      'send-digit': ({ leg, digit, duration }) => this.#outside.sendDigit(leg, digit, duration),
      'mute-leg': ({ leg: id, muted }) => {
        const leg = legs.get(id);
        if (leg !== undefined) leg.muted = muted;
      },
      'gain-leg': ({ leg, decibels }) => legs.get(leg)?.setGain(decibels),
      'meter-leg': ({ leg, on }) => this.#meter(legs.get(leg), on),
      'echo-leg': ({ leg: id, on }) => {
        const leg = legs.get(id);
        if (leg !== undefined) leg.echoes = on;
      },
    };
  }

  #bridgeCommands(): CommandHandlers<BridgeCommand> {
    const { bridges, legs } = this.#targets;
    return {
      'open-bridge': ({ bridge, mixes }) => {
        if (!bridges.has(bridge)) bridges.set(bridge, new MixingBridge(bridge, mixes));
      },
      'join-bridge': ({ bridge, leg: id, role }) => {
        const leg = legs.get(id);
        if (leg !== undefined) bridges.get(bridge)?.join(leg, role);
      },
      'leave-bridge': ({ bridge, leg: id }) => {
        const leg = legs.get(id);
        if (leg !== undefined) bridges.get(bridge)?.leave(leg);
      },
      'close-bridge': ({ bridge: id }) => {
        const bridge = bridges.get(id);
        if (bridge !== undefined) this.#closeBridge(bridge);
      },
    };
  }

  #meter(leg: Leg | undefined, on: boolean): void {
    if (leg === undefined) return;
    const { tell } = this.#deps;
    leg.meter = on ? new LegMeter((levels) => tell({ tell: 'leg-level', leg: leg.id, ...levels })) : undefined;
    this.#targets.refreshLeg(leg);
  }

  #openPair([one, other]: readonly [LegId, LegId], form: AudioForm): void {
    const { legs } = this.#targets;
    if (!legRates.has(form.rate) || legs.has(one) || legs.has(other) || one === other) return;
    const pair = [new Leg(one, form.rate), new Leg(other, form.rate)] as const;
    joinAsPair(pair, form);
    for (const leg of pair) legs.set(leg.id, leg);
  }

  #openTap({ leg: id, spied: spiedId, spy, whisper }: Extract<LegCommand, { readonly do: 'open-tap' }>): void {
    const { legs } = this.#targets;
    const spied = legs.get(spiedId);
    if (spied === undefined || legs.has(id)) return;
    const leg = new Leg(id, spied.rate);
    const tap = new Tap({ leg, spied, spy, whisper });
    leg.far = tap;
    spied.addTap(tap);
    legs.set(id, leg);
  }

  #closeLeg(id: LegId): void {
    const leg = this.#targets.legs.get(id);
    this.#outside.forget(id);
    if (leg === undefined) return;
    this.#targets.forgetLeg(leg);
    leg.close();
  }

  #closeBridge(bridge: MixingBridge): void {
    this.#targets.forgetBridge(bridge);
    bridge.close();
  }

  #detect(command: DetectCommand): void {
    const leg = this.#targets.legs.get(command.leg);
    if (leg === undefined) return;
    applyDetection(leg, command, this.#deps.tell);
    this.#targets.refreshLeg(leg);
  }
}
