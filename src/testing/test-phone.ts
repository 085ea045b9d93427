import { readPhoneScript } from '../config/phones/phone-script';
import type { PhoneStep } from '../config/phones/phone-script';
import type { PhoneCall } from '../drivers/phone/phone-call';
import type { PhoneDriver } from '../drivers/phone/phone-driver';
import { hear, say } from '../drivers/phone/run-script';
import { phoneRate } from '../drivers/phone/sound-print';
import { loadSamples } from '../media/plays/load-samples';
import type { Duration } from './duration';
import { milliseconds } from './duration';
import { PatchbayTestError } from './test-error';

export interface PhoneLab {
  /** Of the server at present: a restart makes another one. */
  readonly driver: () => PhoneDriver;
  readonly until: (condition: () => boolean, within: number) => Promise<boolean>;
  readonly settle: () => Promise<void>;
  /** The story of the call with this channel, drawn. */
  readonly ladder: (channelId: string | undefined) => string;
  /** The events about a channel, one line each. */
  readonly events: (channelId: string) => readonly string[];
  readonly findSound: (name: string) => string | undefined;
}

export interface WaitOptions {
  /** How long it may take, by the clock of the server; 30 seconds unless given. */
  readonly within?: Duration;
}

const usualWait = 30_000;

/** A simulated phone, as a test holds it. Methods that wait let virtual time pass. */
export class TestPhone {
  #last: PhoneCall | undefined;

  constructor(
    readonly name: string,
    private readonly lab: PhoneLab,
  ) {}

  /** Its endpoint: `Phone/alice`. */
  get endpoint(): string {
    return `Phone/${this.name}`;
  }

  /** The channel of its latest call. */
  get channelId(): string | undefined {
    return this.#current()?.channel.id;
  }

  get state(): PhoneCall['state'] | 'idle' {
    return this.#current()?.state ?? 'idle';
  }

  /** The cause of the end of its latest call; undefined while it goes on. */
  get endedWith(): number | undefined {
    return this.#current()?.ending?.cause;
  }

  /** The events about its latest call, one line each: `ChannelStateChange Up`. */
  get events(): readonly string[] {
    return this.channelId === undefined ? [] : this.lab.events(this.channelId);
  }

  /** Digits that the other end has sent in the latest call. */
  get digits(): string {
    return this.#current()?.digits ?? '';
  }

  /** Texts that the other end has sent in the latest call. */
  get texts(): readonly string[] {
    return this.#current()?.texts ?? [];
  }

  /** Calls an extension. The dialplan has begun when this resolves. */
  async calls(
    extension: string,
    options: {
      readonly context?: string;
      readonly callerId?: string;
      readonly variables?: Record<string, string>;
    } = {},
  ): Promise<void> {
    const placed = this.lab.driver().place(this.#phone(), { extension, ...options });
    if (placed.outcome !== 'placed') {
      const reason = placed.outcome === 'no-extension' ? `there is no extension '${extension}'` : placed.reason;
      throw new PatchbayTestError(`${this.name} cannot call '${extension}': ${reason}`, '');
    }
    this.#last = placed.call;
    await this.lab.settle();
  }

  /** Answers: the call that rings, or the next one after this time. */
  async answers({ after = 0 }: { readonly after?: Duration } = {}): Promise<void> {
    const seconds = milliseconds(after) / 1000;
    this.does(`ring ${seconds}, answer`);
    const call = this.#current();
    if (call?.direction === 'incoming' && call.state === 'ringing') await this.acts(`wait ${seconds}, answer`);
    await this.lab.settle();
  }

  /** Refuses the next calls: busy. */
  busy(): void {
    this.does('busy');
  }

  /** Refuses the next calls. */
  rejects(): void {
    this.does('reject');
  }

  /** Rings without end. */
  rings(): void {
    this.does('ring');
  }

  /** What it does when it is called, as a script: `ring 2, answer, press 1#`. */
  does(script: string): void {
    this.#phone().onCall = stepsOf(script);
  }

  /** Does something in its call, as a script, and waits for its end. */
  async acts(script: string, options: WaitOptions = {}): Promise<void> {
    const call = this.#call(script);
    let isOver = false;
    void this.lab
      .driver()
      .run(this.#phone(), call, stepsOf(script))
      .then(() => (isOver = true));
    await this.#wait(() => isOver, options, `${this.name} has not done '${script}'`);
  }

  /** Waits until it rings. */
  async isCalled(options: WaitOptions = {}): Promise<void> {
    const rings = (): boolean => {
      const call = this.#current();
      return call?.direction === 'incoming' && call.state !== 'ended' && call.state !== 'waiting';
    };
    await this.#wait(rings, options, `${this.name} is not called`);
  }

  /** Waits until its call is answered, by either end. */
  async isAnswered(options: WaitOptions = {}): Promise<void> {
    await this.#wait(() => this.#current()?.state === 'up', options, `the call of ${this.name} is not answered`);
  }

  /** Waits until this sound is heard after the last one that was: a name of a sound, or a file. */
  async hears(sound: string, options: WaitOptions = {}): Promise<void> {
    const call = this.#call(`hear ${sound}`);
    let isHeard = false;
    void hear(call, this.#samples(sound)).then(() => (isHeard = !call.signal.aborted));
    const isOver = (): boolean => isHeard || call.signal.aborted;
    await this.#wait(isOver, options, `${this.name} has not heard '${sound}'`);
    if (!isHeard) this.#fail(`${this.name} has not heard '${sound}': the call has ended`);
  }

  /** Presses digits, 100 ms each. */
  async presses(digits: string): Promise<void> {
    await this.acts(`press ${digits}`);
  }

  /** Says something and waits for its end: a name of a sound, or a file. */
  async says(sound: string, options: WaitOptions = {}): Promise<void> {
    const call = this.#call(`say ${sound}`);
    let isOver = false;
    void say(call, this.#samples(sound)).then(() => (isOver = true));
    await this.#wait(() => isOver, options, `${this.name} is still saying '${sound}'`);
  }

  async holds(): Promise<void> {
    await this.acts('hold');
  }

  async resumes(): Promise<void> {
    await this.acts('resume');
  }

  /** Ends its call. */
  async hangsUp(): Promise<void> {
    this.#call('hang up').end();
    await this.hasEnded();
  }

  /** Waits until its call is over; the cause of its end. */
  async hasEnded(options: WaitOptions = {}): Promise<number> {
    const call = this.#call('wait for the end');
    await this.#wait(() => call.state === 'ended', options, `the call of ${this.name} goes on`);
    return call.ending?.cause ?? 0;
  }

  /** The ladder of its latest call. */
  toString(): string {
    return this.lab.ladder(this.channelId);
  }

  #phone() {
    const phone = this.lab.driver().find(this.name);
    if (phone === undefined) throw new PatchbayTestError(`there is no phone '${this.name}'`, '');
    return phone;
  }

  /** The one that has begun last, also when it is over. */
  #current(): PhoneCall | undefined {
    return (this.#last = this.lab.driver().find(this.name)?.calls.at(-1) ?? this.#last);
  }

  #call(wanted: string): PhoneCall {
    const call = this.#current();
    if (call === undefined) throw new PatchbayTestError(`${this.name} cannot ${wanted}: it has no call`, '');
    return call;
  }

  #samples(sound: string): Int16Array {
    const file = this.lab.findSound(sound);
    if (file === undefined) throw new PatchbayTestError(`there is no sound '${sound}'`, '');
    return loadSamples(file, phoneRate);
  }

  async #wait(condition: () => boolean, { within = usualWait }: WaitOptions, complaint: string): Promise<void> {
    const limit = milliseconds(within);
    if (!(await this.lab.until(condition, limit))) this.#fail(`${complaint} within ${limit / 1000} s`);
  }

  #fail(message: string): never {
    throw new PatchbayTestError(message, this.lab.ladder(this.channelId));
  }
}

function stepsOf(script: string): readonly PhoneStep[] {
  const read = readPhoneScript(script);
  if ('problem' in read) throw new TypeError(read.problem);
  return read.steps;
}
