import type { PhoneStep } from '../../config/phones/phone-script';
import { causes } from '../../engine/calls/channel/hangup-cause';
import type { Clock } from '../../shared/time/clock';
import type { PhoneCall } from './phone-call';

/** Milliseconds of a pressed digit, and between two of them. */
const digitTime = 100;

export interface ScriptDeps {
  readonly clock: Clock;
  /** The samples of a sound; undefined when there is no such sound. */
  readonly loadSound: (name: string) => Promise<Int16Array | undefined>;
  readonly onMissing: (sound: string) => void;
  readonly transfer: (call: PhoneCall, extension: string) => Promise<void>;
}

/** Lets a phone do one step after the other until the call is over. Never rejects. */
export async function runScript(call: PhoneCall, steps: readonly PhoneStep[], deps: ScriptDeps): Promise<void> {
  for (const step of steps) {
    if (call.signal.aborted) return;
    await runStep(call, step, deps);
  }
}

function runStep(call: PhoneCall, step: PhoneStep, deps: ScriptDeps): Promise<void> | void {
  switch (step.do) {
    case 'ring':
      call.ring();
      return step.milliseconds === undefined ? ended(call) : pass(call, step.milliseconds, deps);
    case 'wait':
      return pass(call, step.milliseconds, deps);
    case 'press':
      return press(call, step.digits, deps);
    case 'play':
    case 'hear':
      return withSound(call, step, deps);
    case 'text':
      return call.text(step.text);
    case 'transfer':
      return deps.transfer(call, step.extension);
    case 'answer':
      return call.answer();
    case 'progress':
      return call.progress();
    case 'busy':
      return call.end(causes.busy);
    case 'reject':
      return call.end(causes.rejected);
    case 'hold':
      return call.hold(true);
    case 'resume':
      return call.hold(false);
    case 'hangup':
      return call.end();
  }
}

/** Until the time has passed or the call is over. */
function pass(call: PhoneCall, milliseconds: number, { clock }: Pick<ScriptDeps, 'clock'>): Promise<void> {
  return untilEnd(call, (over) => clock.after(milliseconds, over));
}

/** One that rings without end is ended by the other side, or answered by a request. */
function ended(call: PhoneCall): Promise<void> {
  return untilEnd(call, (over) => call.onChange(() => call.state !== 'ringing' && over()));
}

async function press(call: PhoneCall, digits: string, deps: ScriptDeps): Promise<void> {
  for (const digit of digits) {
    await pass(call, digitTime, deps);
    if (call.signal.aborted) return;
    call.press(digit, digitTime);
    await pass(call, digitTime, deps);
  }
}

async function withSound(
  call: PhoneCall,
  { do: what, sound }: { readonly do: 'play' | 'hear'; readonly sound: string },
  deps: ScriptDeps,
): Promise<void> {
  const samples = await deps.loadSound(sound);
  if (samples === undefined) return deps.onMissing(sound);
  await (what === 'play' ? say(call, samples) : hear(call, samples));
}

/** Until all of it has been said or the call is over. */
export function say(call: PhoneCall, samples: Int16Array): Promise<void> {
  return untilEnd(call, (over) => call.sound.say(samples, over));
}

/** Until it is heard or the call is over. */
export function hear(call: PhoneCall, samples: Int16Array): Promise<void> {
  return untilEnd(call, (over) => call.sound.onHeard(samples, over));
}

/** `begin` gets what ends the wait, and returns what undoes it. */
function untilEnd({ signal }: PhoneCall, begin: (over: () => void) => () => void): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    let undo = (): void => undefined;
    const over = (): void => {
      undo();
      signal.removeEventListener('abort', over);
      resolve();
    };
    signal.addEventListener('abort', over);
    undo = begin(over);
  });
}
