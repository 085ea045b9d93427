import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomOf } from '../fuzz/random';
import { ariConf } from '../attack/harness/conf';
import { Victim } from '../attack/harness/victim';
import { projectRoot } from '../src/shared/project-root';
import { within } from '../test/support/eventually';
import type { Sample } from './figures';
import { measure } from './figures';
import type { Scenario } from './scenario';
import { Interrupted, Scene } from './scenario';
import { callScenarios } from './scenarios/calls';
import { externalMediaScenarios } from './scenarios/external-media';
import { faultScenarios } from './scenarios/faults';
import { objectScenarios } from './scenarios/objects';

export interface SoakOptions {
  readonly seed: number;
  /** How often is measured. */
  readonly rounds: number;
  /** Milliseconds between two measurements. */
  readonly roundTime: number;
  readonly onSample: (sample: Sample, scenarios: number) => void;
  readonly isOver?: () => boolean;
}

export interface SoakReport {
  readonly samples: readonly Sample[];
  /** How often each scenario was played. */
  readonly played: Readonly<Record<string, number>>;
  /** What went wrong, each kind once. */
  readonly failures: readonly string[];
}

/** Scenarios at the same time. */
const actors = 6;

const scenarios: readonly Scenario[] = [
  ...callScenarios,
  ...externalMediaScenarios,
  ...objectScenarios,
  ...faultScenarios,
];
const lottery = scenarios.flatMap((scenario) => Array.from({ length: scenario.weight }, () => scenario));

const root = projectRoot(__dirname);
const files = {
  'asterisk.conf': `[directories]\nastdatadir = ${root}\n`,
  'musiconhold.conf': readFileSync(join(root, 'config/musiconhold.conf'), 'utf8'),
  // Applications that resume are forgotten soon, so that nothing is left when a round is over.
  'ari.conf': ariConf({ resume_age: 2 }),
  'extensions.conf': `[default]
exten => up,1,Answer(,i)
 same => n,Wait(600)
exten => far,1,Answer(,i)
 same => n,Wait(600)
exten => speak,1,Answer(,i)
 same => n,PlayTones(440)
 same => n,Wait(600)
exten => conference,1,Answer(,i)
 same => n,ConfBridge(soak)
exten => monitored,1,Answer(,i)
 same => n,MixMonitor(\${UNIQUEID}.wav)
 same => n,Playback(beep)
 same => n,Wait(600)
exten => menu,1,Answer(,i)
 same => n,Read(CHOICE,beep,1,,1,5)
 same => n,Wait(600)
`,
};

/** Lets many things happen on a server for long, and measures it whenever nothing of them is left. */
export async function soak(options: SoakOptions): Promise<SoakReport> {
  const victim = await Victim.start({ files });
  try {
    const run = new Run(victim, options);
    await run.rounds();
    return await run.report();
  } finally {
    await victim.remove();
  }
}

class Run {
  readonly #samples: Sample[] = [];
  readonly #played: Record<string, number> = {};
  readonly #failures = new Map<string, string>();
  #next = 0;

  constructor(
    private readonly victim: Victim,
    private readonly options: SoakOptions,
  ) {}

  async rounds(): Promise<void> {
    const { rounds, onSample, isOver } = this.options;
    await this.victim.watchLoop();
    const descriptors = await this.victim.descriptors();
    for (let round = 0; round < rounds && this.victim.isAlive && isOver?.() !== true; round += 1) {
      const until = Date.now() + this.options.roundTime;
      await Promise.all(Array.from({ length: actors }, () => this.#act(until)));
      await this.victim.untilQuiet(descriptors).catch((error: unknown) => this.#fail('afterwards', error));
      const sample = await measure(this.victim).catch((error: unknown) => this.#fail('measuring', error));
      if (sample === undefined) return;
      this.#samples.push(sample);
      onSample(sample, this.#next);
    }
  }

  async report(): Promise<SoakReport> {
    for (const line of this.victim.errors) if (!excusedErrors.test(line)) this.#fail('log', new Error(line));
    const { code } = await within(this.victim.stop(), () => 'is asked to stop, and runs on').catch((error: unknown) => {
      this.#fail('end', error);
      return { code: 0 };
    });
    if (code !== 0) this.#fail('end', new Error(this.victim.lastWords));
    return { samples: this.#samples, played: this.#played, failures: [...this.#failures.values()] };
  }

  async #act(until: number): Promise<void> {
    while (Date.now() < until && this.victim.isAlive && this.options.isOver?.() !== true) {
      const index = this.#next++;
      const random = randomOf(this.options.seed, index);
      const scenario = random.pick(lottery);
      this.#played[scenario.name] = (this.#played[scenario.name] ?? 0) + 1;
      const scene = new Scene(this.victim, random, String(index));
      try {
        await within(scenario.play(scene), () => 'does not come to its end');
      } catch (error) {
        if (!(error instanceof Interrupted)) this.#fail(`${scenario.name} ${index}`, error);
      }
      const ended = within(scene.end(), () => 'what it has opened is not closed');
      await ended.catch((error: unknown) => this.#fail(`end of ${scenario.name} ${index}`, error));
    }
  }

  #fail(place: string, error: unknown): undefined {
    const reason = error instanceof Error ? error.message : String(error);
    const kind = `${place.replaceAll(/\d+/g, '')} ${reason.replaceAll(/\d+/g, '').slice(0, 100)}`;
    if (!this.#failures.has(kind)) this.#failures.set(kind, `${place}: ${reason.slice(0, 2000)}`);
  }
}

/** What the faults that are made on purpose leave in the log. */
const excusedErrors = /media thread|audio side was lost|recording|blocked/i;
