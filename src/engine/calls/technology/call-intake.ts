import type { Soon } from '../../../shared/scheduling/soon';
import type { Admission } from './admission';
import type { Calls, Program } from '../dialing/calls';
import type { Channel } from '../channel/channel';
import type { ChannelAttributes } from '../channel/channel-init';
import type { PartiesInit } from '../channel/channel-parties';
import type { Channels } from '../channel/channels';
import type { DialplanPlace } from '../channel/dialplan-place';
import type { DialplanPort } from '../channel/dialplan-port';
import type { TechnologyChannel } from './technology-channel';
import type { Technologies } from './technologies';

export interface CallIntakeDeps {
  readonly channels: Channels;
  readonly admission: Admission;
  readonly technologies: Pick<Technologies, 'adopt'>;
  readonly calls: Pick<Calls, 'run'>;
  readonly dialplan: Pick<DialplanPort, 'run' | 'hasExtension'>;
  readonly soon: Soon;
  /** Of channels whose endpoint has none. */
  readonly language: string;
}

/** A call that comes from outside, as its technology knows it. */
export interface IncomingCall {
  /** In its own spelling. */
  readonly technology: string;
  /** The endpoint that calls. */
  readonly endpoint?: string;
  /** The channel's name; `<technology>/<endpoint>-<number>` when none is given. */
  readonly name?: string;
  /** The technology's id of the call. */
  readonly protocolId?: string;
  readonly context: string;
  readonly extension: string;
  readonly parties: PartiesInit;
  /** What the endpoint gives to its channels: language, account code and the like. */
  readonly attributes?: Partial<ChannelAttributes>;
  /** Set and reported once the channel has been announced, in this order. */
  readonly variables?: Readonly<Record<string, string>>;
  /** What the channel runs instead of the dialplan: it takes the place of another one, for example. */
  readonly program?: Program | undefined;
  /** The technology's side of the channel. Its audio may be known later. */
  readonly line: (channel: Channel) => TechnologyChannel;
}

/** Why a call is not taken: SIP answers `no-extension` with 404 and `unavailable` with 503. */
export type IntakeRefusal =
  | { readonly outcome: 'no-extension' }
  /** There may be no more calls at present. */
  | { readonly outcome: 'unavailable'; readonly reason: string };

export type IntakeResult = { readonly outcome: 'taken'; readonly channel: Channel } | IntakeRefusal;

/** Where technologies bring the calls that come to them. */
export class CallIntake {
  constructor(private readonly deps: CallIntakeDeps) {}

  /**
   * Why a call to this place would not be taken at present; undefined when it would. For technologies that have work
   * to do, such as reserving ports, before they can bring the call. A refusal counts as one in the metrics.
   */
  refusal({ context, extension }: Pick<DialplanPlace, 'context' | 'extension'>): IntakeRefusal | undefined {
    if (!this.deps.dialplan.hasExtension(context, extension)) return { outcome: 'no-extension' };
    return this.#overload();
  }

  #overload(): IntakeRefusal | undefined {
    const reason = this.deps.admission.whyNot('call');
    return reason === undefined ? undefined : { outcome: 'unavailable', reason };
  }

  /**
   * Makes the channel in state Ring, announces it, and runs it through the dialplan in a later turn. Nothing is
   * reported of a call that is refused.
   */
  take(call: IncomingCall): IntakeResult {
    const refusal = call.program === undefined ? this.refusal(call) : this.#overload();
    if (refusal !== undefined) return refusal;
    const place = { context: call.context, extension: call.extension, priority: 1 };
    const channel = this.#make(call, place);
    this.deps.technologies.adopt(channel);
    channel.announce();
    const { variables = {} } = call;
    for (const name of Object.keys(variables)) channel.variables.set(name, variables[name]);
    const { program = (run) => this.deps.dialplan.run(run, place) } = call;
    this.deps.soon(() => void this.deps.calls.run(channel, program));
    return { outcome: 'taken', channel };
  }

  #make(
    { technology, endpoint, protocolId, parties, attributes, line, name }: IncomingCall,
    place: DialplanPlace,
  ): Channel {
    const { channels, language } = this.deps;
    return channels.make({
      id: channels.nextId(),
      name: name ?? `${technology}/${endpoint ?? 'unknown'}-${channels.nextSuffix(technology)}`,
      technology,
      place,
      parties,
      line,
      state: 'Ring',
      language: attributes?.language ?? language,
      endpoint,
      protocolId,
      attributes,
    });
  }
}
