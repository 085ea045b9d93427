import { joinAsPair, Leg } from './leg';
import { applyDetection } from './media-detection';
import { MediaPlays } from './media-plays';
import { MediaRecords } from './media-records';
import { MediaTargets } from './media-targets';
import { TickWork } from './media-work';
import { MixingBridge } from './mixing-bridge';
import { OutsideEnds } from './outside-ends';
import { ProgramStreams } from './program/program-streams';
import type {
  AudioForm,
  BridgeCommand,
  DetectCommand,
  LegCommand,
  MediaCommand,
  MediaNotice,
  MediaStatistics,
  OutsideCommand,
  PlayCommand,
  RecordCommand,
} from './protocol';
import { Tap } from './tap';

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

/** Moves audio: does what it is told between ticks, and in a tick handles 20 ms of everything in one pass. */
export class MediaEngine {
  readonly #deps: EngineDeps;
  readonly #targets = new MediaTargets();
  readonly #programs: ProgramStreams;
  readonly #plays: MediaPlays;
  readonly #records: MediaRecords;
  readonly #outside: OutsideEnds;
  readonly #work: TickWork;
  #lastTick = 0;
  #longestTick = 0;

  constructor(deps: EngineDeps) {
    const { tell } = deps;
    this.#deps = deps;
    this.#programs = new ProgramStreams({ tell, now: deps.now });
    this.#plays = new MediaPlays({ tell, targets: this.#targets, programs: this.#programs });
    this.#records = new MediaRecords({ tell, targets: this.#targets });
    this.#outside = new OutsideEnds({
      ...{ tell, targets: this.#targets, now: deps.now },
      closeLeg: (leg) => this.#closeLeg(leg),
    });
    this.#work = new TickWork(({ id }) => tell({ tell: 'first-audio', leg: id }));
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
    if (isPlayCommand(command)) this.#plays.apply(command);
    else if (isRecordCommand(command)) this.#records.apply(command);
    else if (isBridgeCommand(command)) this.#applyToBridge(command);
    else if (isDetectCommand(command)) this.#detect(command);
    else this.#applyToLeg(command);
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

  /** Resolves when the disk has done all that was wanted of it until now. */
  settled(): Promise<void> {
    return this.#records.settled();
  }

  /** Ends everything, programs too; what was recorded is kept, and on disk when this is resolved. */
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

  #applyToLeg(command: LegCommand): void {
    if (command.do === 'open-pair') return this.#openPair(command.legs, command.form);
    if (command.do === 'open-tap') return this.#openTap(command);
    if (isOutsideCommand(command)) return this.#outside.open(command);
    if (command.do === 'close-leg') return this.#closeLeg(command.leg);
    if (command.do === 'report-rtp') return this.#outside.reportRtp(command.leg);
    const leg = this.#targets.legs.get(command.leg);
    if (leg === undefined) return;
    switch (command.do) {
      case 'mute-leg':
        leg.muted = command.muted;
        return;
      case 'gain-leg':
        return leg.setGain(command.decibels);
      case 'start-leg':
        return this.#outside.start(leg.id);
      case 'send-digit':
        return this.#outside.sendDigit(leg.id, command.digit, command.duration);
      case 'stream-bytes':
      case 'stream-order':
      case 'stream-flow':
        return this.#outside.stream(command);
      case 'echo-leg':
        leg.echoes = command.on;
    }
  }

  #openPair([one, other]: readonly [string, string], form: AudioForm): void {
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

  #closeLeg(id: string): void {
    const leg = this.#targets.legs.get(id);
    this.#outside.forget(id);
    if (leg === undefined) return;
    this.#targets.forgetLeg(leg);
    leg.close();
  }

  #applyToBridge(command: BridgeCommand): void {
    const { bridges, legs } = this.#targets;
    const bridge = bridges.get(command.bridge);
    if (command.do === 'open-bridge') {
      const { bridge: id, mixes } = command;
      if (bridge === undefined) bridges.set(id, new MixingBridge(id, mixes));
      return;
    }
    if (bridge === undefined) return;
    if (command.do === 'close-bridge') return this.#closeBridge(bridge);
    const leg = legs.get(command.leg);
    if (leg === undefined) return;
    if (command.do === 'join-bridge') bridge.join(leg, command.role);
    else bridge.leave(leg);
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

function isOutsideCommand(command: LegCommand): command is OutsideCommand {
  return command.do === 'open-rtp' || command.do === 'open-audio-socket' || command.do === 'open-stream';
}

function isPlayCommand(command: MediaCommand): command is PlayCommand {
  return 'play' in command;
}

function isRecordCommand(command: MediaCommand): command is RecordCommand {
  return 'record' in command;
}

function isBridgeCommand(command: MediaCommand): command is BridgeCommand {
  return 'bridge' in command;
}

function isDetectCommand(command: MediaCommand): command is DetectCommand {
  return command.do.startsWith('detect-') || command.do === 'stop-detecting';
}
