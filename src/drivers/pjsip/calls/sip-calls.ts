import type { ChannelId } from '../../../shared/ids';
import { randomUUID } from 'node:crypto';
import type { EndpointConfig } from '../../../config/pjsip/endpoint-options';
import { wantedFormats } from '../../../engine/calls/channel/formats';
import type { OutgoingRequest, OutgoingResult } from '../../../engine/calls/technology/technology-channel';
import { technologyName } from '../endpoint-states';
import type { RequestIntake } from '../request-intake';
import type { CallDeps } from './call-deps';
import type { DialTarget } from './dial-target';
import { findTarget } from './dial-target';
import { CallStates } from './call-states';
import { configuredParty } from './incoming-parties';
import { IncomingInvites, traitsOf, variablesOf } from './incoming-invites';
import { OutgoingSipCall } from './outgoing-sip-call';
import type { SharedUses } from '../../../engine/shared-uses';
import { OutsideRefers } from '../transfers/outside-refers';
import { Referrals } from '../transfers/referrals';
import type { SipService } from '../sip-service';

export interface SipCallsDeps extends Omit<CallDeps, 'states' | 'refers'> {
  /** The device of an endpoint has another state. */
  readonly deviceChanged: (endpoint: string) => void;
  /** Calls of endpoints on other nodes of a cluster. */
  readonly shared?: Omit<SharedUses, 'onChange'> | undefined;
}

/** Calls of the technology, in both directions. */
export class SipCalls {
  readonly #invites: IncomingInvites;

  readonly states: CallStates;
  /** Those outside of calls. */
  readonly referrals: Referrals;
  private readonly deps: CallDeps;

  constructor({ deviceChanged, shared, ...deps }: SipCallsDeps) {
    this.states = new CallStates(deviceChanged, shared);
    this.deps = { ...deps, states: this.states, refers: { isOn: false } };
    this.#invites = new IncomingInvites(this.deps);
    this.referrals = new Referrals(this.deps);
  }

  /** Takes the calls that come in, until the result is called. */
  takeFrom(intake: Pick<RequestIntake, 'handle'>): () => void {
    return intake.handle('INVITE', this.#invites.onInvite);
  }

  /** Takes requests for transfers and sends some, until the result is called. */
  takeRefers({ intake }: Pick<SipService, 'intake'>): () => void {
    const { deps, referrals } = this;
    const stop = intake.handle('REFER', new OutsideRefers(deps).onRefer);
    deps.refers.isOn = true;
    return () => {
      deps.refers.isOn = false;
      stop();
      referrals.close();
    };
  }

  /** A channel that leads to an endpoint. Nothing is sent before it is dialled. */
  request(request: OutgoingRequest): OutgoingResult {
    const { kit, service } = this.deps;
    const target = findTarget(request.resource, service);
    if (typeof target === 'string') return { outcome: 'refused', reason: target };
    const codecs = codecsFor(target.endpoint, request);
    const reason = whyNoCalls(target.endpoint, codecs);
    if (reason !== undefined) return { outcome: 'refused', reason };
    const id = request.id ?? kit.channels.nextId();
    if (kit.channels.isTaken(id)) return { outcome: 'id-taken', id };
    return this.#made(id, target, codecs);
  }

  #made(id: ChannelId, target: DialTarget, codecs: readonly string[]): OutgoingResult {
    const { kit } = this.deps;
    const { endpoint } = target;
    const callId = randomUUID();
    const caller = configuredParty(endpoint);
    const channel = kit.channels.make({
      id,
      technology: technologyName,
      endpoint: endpoint.id,
      state: 'Down',
      protocolId: callId,
      name: `${technologyName}/${endpoint.id}-${kit.channels.nextSuffix(technologyName)}`,
      place: { context: endpoint.context, extension: 's', priority: 1 },
      language: endpoint.language || kit.language,
      parties: { caller },
      attributes: traitsOf(endpoint),
      line: (own) => new OutgoingSipCall({ target, channel: own, callId, codecs }, this.deps),
    });
    return { outcome: 'made', channel, others: [], variables: variablesOf(endpoint) };
  }
}

/** Those that are asked for, else all, with the one of the other side of the call first: nothing has to be converted then. */
function codecsFor({ codecs }: EndpointConfig, request: OutgoingRequest): readonly string[] {
  if (request.formats.length > 0) return codecs.filter((codec) => request.formats.includes(codec));
  const [liked] = wantedFormats(request, (format) => codecs.includes(format));
  return liked === undefined ? codecs : [liked, ...codecs.filter((codec) => codec !== liked)];
}

function whyNoCalls({ id, callsRefused }: EndpointConfig, codecs: readonly string[]): string | undefined {
  if (callsRefused !== undefined) return `endpoint '${id}' takes no calls: ${callsRefused}`;
  return codecs.length === 0 ? `endpoint '${id}' has none of the formats` : undefined;
}
