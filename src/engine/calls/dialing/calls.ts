import type { ChannelId } from '../../../shared/ids';
import type { Clock } from '../../../shared/time/clock';
import type { Logger } from '../../../shared/logger';
import type { Soon } from '../../../shared/scheduling/soon';
import { when } from '../../../shared/scheduling/when';
import type { EngineEventHub } from '../../engine-event';
import type { Admission, Admitted } from '../technology/admission';
import type { Channel } from '../channel/channel';
import type { Channels } from '../channel/channels';
import type { DialEnd, DialOptions } from './dialing';
import { Dialing } from './dialing';
import type { Assignment, VariablePort } from '../channel/dialplan-port';
import { outgoingLine } from '../channel/dialplan-place';
import { forwardEndpoint, markForwarded, maxForwards } from './forwarding';
import { causes } from '../channel/hangup-cause';
import type { OutgoingResult } from '../technology/technology-channel';
import type { Party } from '../channel/party';
import type { Technologies } from '../technology/technologies';
import { parseEndpoint } from '../technology/technologies';

export interface CallsDeps {
  readonly channels: Channels;
  readonly admission: Admission;
  readonly technologies: Technologies;
  readonly variables: VariablePort;
  readonly events: EngineEventHub;
  readonly clock: Clock;
  readonly soon: Soon;
  readonly log: Logger;
}

export interface NewChannel {
  /** `Local/100@default` */
  readonly endpoint: string;
  readonly id: ChannelId | undefined;
  readonly otherId: ChannelId | undefined;
  readonly formats: readonly string[];
  readonly formatsLike?: Channel | undefined;
  readonly originator: Channel | undefined;
  readonly variables: readonly Assignment[];
  /** A pair whose far end is run by who asks for it, and not by the dialplan. */
  readonly isLink?: boolean;
  /** Called with the channel, and those that came with it, before the first event about them. */
  readonly beforeAnnounced?: (channel: Channel, others: readonly Channel[]) => void;
}

export interface NewCall extends NewChannel {
  readonly callerId: Pick<Party, 'name' | 'number'> | undefined;
  /** Milliseconds until the far end must have answered; undefined waits for ever. */
  readonly timeout: number | undefined;
  /** Done with the channel before the far end is called; when it says false, the far end is not called. */
  readonly beforeDial?: ((channel: Channel) => Promise<boolean>) | undefined;
  /** Whether the program starts as soon as something can be heard from the far end, before it has answered. */
  readonly startsEarly?: boolean | undefined;
}

/** What a channel does once the far end has answered. When that is over, so is the channel. */
export type Program = (channel: Channel) => Promise<void>;

export interface Creation {
  /** Called when the channel exists and nothing has been done with it yet. */
  readonly onMade: (channel: Channel) => void;
  readonly program: Program;
}

/** The outcome of a request for a channel: known at once, unless the technology has to ask outside. */
export type MaybePromise<Result> = Result | Promise<Result>;

export type NewChannelResult =
  | Extract<OutgoingResult, { outcome: 'made' | 'id-taken' | 'refused' }>
  /** `no-pair`: there was an id for a second channel, and the technology makes only one. */
  | { readonly outcome: 'endpoint-malformed' | 'technology-unknown' | 'no-pair'; readonly reason: string }
  /** There may be no more calls at present. */
  | { readonly outcome: 'unavailable'; readonly reason: string };

/** A call on its way to the far end. */
interface PlacedCall {
  readonly peer: Channel;
  readonly call: NewCall;
  readonly program: Program;
  /** How often the far end may still send it elsewhere. */
  readonly forwardsLeft: number;
}

/** Makes channels and calls with them. What runs a channel is handed in; this sees to it that it ends. */
export class Calls {
  /** Channels that were made to be called out on later, and have not been yet. */
  readonly #waiting = new WeakMap<Channel, string>();

  constructor(private readonly deps: CallsDeps) {}

  /** Places a call. The far end is called in a later turn, so that the caller can tell about the channel first. */
  originate(call: NewCall, program: Program): MaybePromise<NewChannelResult> {
    return when(this.#make(call, 'call'), (made) => {
      if (made.outcome === 'made') this.#place(call, program, made.channel);
      return made;
    });
  }

  /** Makes a channel that is run at once and called out on later, if ever. */
  create(newChannel: NewChannel, { onMade, program }: Creation): MaybePromise<NewChannelResult> {
    return when(this.#make(newChannel, 'call'), (made) => {
      if (made.outcome !== 'made') return made;
      onMade(made.channel);
      this.#assign(made.channel, newChannel.variables);
      this.#waiting.set(made.channel, parseEndpoint(newChannel.endpoint)?.resource ?? '');
      this.deps.soon(() => void this.run(made.channel, program));
      return made;
    });
  }

  isWaiting(channel: Channel): boolean {
    return this.#waiting.has(channel);
  }

  /** Calls out on a channel that was created for it. A timeout ends the channel; busy does not. */
  callOut(channel: Channel, timeout: number | undefined): Promise<DialEnd> {
    const dialString = this.#waiting.get(channel) ?? '';
    this.#waiting.delete(channel);
    return new Promise((resolve) => {
      this.deps.soon(() => {
        const options = { dialString, repeatsDialString: false, reportsHangup: false, timeout };
        void this.dial(channel, options).done.then((end) => {
          if (end === 'timed-out') channel.hangUp(causes.noAnswer);
          if (end === 'unreachable') channel.endSilently(causes.normal);
          resolve(end);
        });
      });
    });
  }

  /** A channel whose owner dials it. No program runs it: the owner ends it. */
  request(newChannel: NewChannel): MaybePromise<NewChannelResult> {
    return this.#make(newChannel, 'leg');
  }

  dial(channel: Channel, options: DialOptions): Dialing {
    return new Dialing(channel, options, this.deps).start();
  }

  /** Runs a channel until its program is over, and then ends it. */
  async run(channel: Channel, program: Program): Promise<void> {
    try {
      if (!channel.isEnding) await program(channel);
    } catch (error) {
      this.#failed(channel, error);
    } finally {
      channel.destroy();
    }
  }

  #failed(channel: Channel, error: unknown): void {
    channel.ending.set(causes.failure);
    this.deps.log.error({ error, channel: channel.id }, 'channel program failed');
  }

  #place(call: NewCall, program: Program, channel: Channel): void {
    channel.position.setIdleApplication(outgoingLine);
    const connected = call.originator?.parties.caller;
    channel.parties.identify(connected === undefined ? {} : { connected }, () =>
      channel.position.startApplication(outgoingLine),
    );
    if (call.callerId !== undefined) {
      channel.parties.setCaller(call.callerId);
      channel.parties.setConnected(call.callerId);
    }
    this.#assign(channel, call.variables);
    const placed = { peer: channel, call, program, forwardsLeft: maxForwards };
    this.deps.soon(() => void this.#callThenRun(placed));
  }

  /** Calls the far end, and runs the channel once that has answered. Not awaited then: nothing of the request is kept. */
  async #callThenRun(placed: PlacedCall): Promise<void> {
    const { peer, program } = placed;
    let isAnswered = false;
    try {
      isAnswered = !peer.isEnding && (await this.#isAnswered(placed));
    } catch (error) {
      this.#failed(peer, error);
    }
    if (isAnswered) void this.run(peer, program);
    else peer.destroy();
  }

  /** Calls the far end; whether the program is to run. */
  async #isAnswered(placed: PlacedCall): Promise<boolean> {
    const { peer, call, forwardsLeft } = placed;
    const { resource: dialString = '' } = parseEndpoint(call.endpoint) ?? {};
    const { timeout, startsEarly = false } = call;
    if (call.beforeDial !== undefined && !(await call.beforeDial(peer))) return false;
    const startedAt = this.deps.clock.now();
    let hear: () => void = () => undefined;
    const onProgress: DialOptions['onProgress'] = (signal) => void (signal === 'progress' && hear());
    const dialing = this.dial(peer, {
      dialString,
      timeout,
      onProgress,
      repeatsDialString: true,
      reportsHangup: true,
      followsRedirects: forwardsLeft > 0,
    });
    const heard = startsEarly && new Promise<'heard'>((resolve) => (hear = () => resolve('heard')));
    const end = await (heard === false ? dialing.done : Promise.race([dialing.done, heard]));
    if (end === 'heard') return runsEarly(dialing);
    if (end === 'timed-out') peer.ending.set(causes.noAnswer);
    const elapsed = this.deps.clock.now() - startedAt;
    const left = timeout === undefined ? undefined : Math.max(0, timeout - elapsed);
    if (end === 'redirected') await this.#follow(dialing, placed, left);
    return end === 'answered';
  }

  /** Calls where the far end has sent the call. The new channel takes the place of the one that was called first. */
  async #follow(dialing: Dialing, before: PlacedCall, timeout: number | undefined): Promise<void> {
    const { peer, forward } = dialing;
    const { program, forwardsLeft } = before;
    const endpoint = forwardEndpoint(peer, forward);
    const next = { ...before.call, endpoint, timeout, id: undefined, otherId: undefined };
    const made = await this.#make(next, 'leg');
    if (made.outcome !== 'made') {
      const about = { channel: peer.id, endpoint, outcome: made.outcome };
      this.deps.log.warn(about, 'call not forwarded: the destination that the far end gave cannot be used');
      return dialing.forwarded(undefined);
    }
    const { channel } = made;
    channel.position.setIdleApplication(outgoingLine);
    const { caller, connected } = peer.parties;
    channel.parties.identify({ caller, connected }, () => channel.position.startApplication(outgoingLine));
    markForwarded(channel, peer);
    const placed = { peer: channel, call: next, program, forwardsLeft: forwardsLeft - 1 };
    void this.#callThenRun(placed);
    dialing.forwarded(channel);
    peer.destroy();
  }

  #make(newChannel: NewChannel, what: Admitted): MaybePromise<NewChannelResult> {
    const endpoint = parseEndpoint(newChannel.endpoint);
    if (endpoint === undefined)
      return {
        outcome: 'endpoint-malformed',
        reason: `endpoint must be <technology>/<resource>, got '${newChannel.endpoint}'`,
      };
    const technology = this.deps.technologies.find(endpoint.technology);
    if (technology?.request === undefined) {
      const known = this.deps.technologies.names().join(', ');
      const reason = `there is no technology '${endpoint.technology}'; there are: ${known}`;
      return { outcome: 'technology-unknown', reason };
    }
    const { id, otherId, formats, formatsLike, originator, isLink = false } = newChannel;
    if (otherId !== undefined && technology.makesPairs !== true)
      return { outcome: 'no-pair', reason: `${technology.name} makes one channel, not a pair` };
    const objection = this.deps.admission.whyNot(what);
    if (objection !== undefined) return { outcome: 'unavailable', reason: objection };
    const { resource } = endpoint;
    const asked = technology.request({ resource, id, otherId, formats, formatsLike, originator, isLink });
    return when(this.deps.admission.counting(asked), (made): NewChannelResult => {
      if (made.outcome === 'malformed') return { outcome: 'endpoint-malformed', reason: made.reason };
      if (made.outcome !== 'made') return made;
      const { channel, others, variables = {} } = made;
      this.deps.technologies.adopt(channel);
      for (const other of others) this.deps.technologies.adopt(other);
      newChannel.beforeAnnounced?.(channel, others);
      channel.announce();
      for (const other of others) other.announce();
      for (const name of Object.keys(variables)) channel.variables.set(name, variables[name]);
      if (originator !== undefined) {
        inherit(channel, originator);
        this.deps.variables.inheritRedirecting(channel, originator);
      }
      return made;
    });
  }

  #assign(channel: Channel, assignments: readonly Assignment[]): void {
    for (const assignment of assignments) {
      const written = this.deps.variables.write(channel, assignment, 'outside');
      if (written.outcome === 'refused' || written.outcome === 'forbidden')
        this.deps.log.warn({ channel: channel.id, variable: assignment.name }, written.reason);
    }
  }
}

/** The program has the channel before the far end has answered. A far end that refuses the call ends it. */
function runsEarly(dialing: Dialing): true {
  const { peer } = dialing;
  dialing.stopTimeout();
  void dialing.done.then((end) => {
    if (end !== 'answered') peer.hangUp(peer.ending.cause);
  });
  return true;
}

/** What a channel takes over from the one on whose behalf it is made. */
export function inherit(channel: Channel, from: Channel): void {
  const { language, accountCode, tenantId, musicClass, linkedId } = from.attributes;
  channel.setAttributes({ language, accountCode, tenantId, musicClass, linkedId });
  for (const [name, value] of from.variables.inheritable()) channel.variables.set(name, value);
}
