import type { ChannelAttributes } from '../../../engine/calls/channel/channel-init';
import type { DialplanPlace } from '../../../engine/calls/channel/dialplan-place';
import type { Program } from '../../../engine/calls/dialing/calls';
import type { EndpointConfig } from '../../../config/pjsip/endpoint-options';
import type { IntakeRefusal } from '../../../engine/calls/technology/call-intake';
import { makeResponse } from '../../../sip/message/make-response';
import { retryAfterHeader } from '../../../sip/message/headers/number-headers';
import { Parameters } from '../../../sip/message/grammar/parameters';
import { unsupportedExtensions } from '../../../sip/message/headers/extensions';
import { callIdHeader } from '../../../sip/message/headers/token-headers';
import type { Uri } from '../../../sip/message/uri/uri';
import type { HeaderList } from '../../../sip/message/headers/header-list';
import { technologyName } from '../endpoint-states';
import type { IncomingRequest } from '../request-intake';
import type { CallDeps } from './call-deps';
import { IncomingSipCall } from './incoming-sip-call';
import { dialledExtension } from './dialled-extension';
import { incomingParties } from './incoming-parties';
import { replacedByInvite } from '../transfers/invite-replaces';
import type { ReservedMedia } from '../call-media/reserve-media';
import { reserveMedia } from '../call-media/reserve-media';

const supported = ['100rel', 'timer', 'path'];
const supportedWithReplaces = [...supported, 'replaces'];
const retrySeconds = 5;
const noMedia = 488;

interface Destination extends Pick<DialplanPlace, 'context' | 'extension'> {
  /** What the call runs instead of the dialplan. */
  readonly program: Program | undefined;
}

/** Takes INVITEs of endpoints that are known, and brings them to the dialplan. */
export class IncomingInvites {
  constructor(private readonly deps: CallDeps) {}

  readonly onInvite = (incoming: IncomingRequest): void => {
    const { transaction, request, endpoint } = incoming;
    const takesReplaces = this.deps.refers.isOn;
    const unknown = unsupportedExtensions(request, takesReplaces ? supportedWithReplaces : supported);
    if (unknown.length > 0) {
      const response = makeResponse(request, 420, { toTag: transaction.localTag });
      response.headers.add('Unsupported', unknown.join(', '));
      return transaction.respond(response);
    }
    if (endpoint.callsRefused !== undefined || endpoint.codecs.length === 0) return transaction.reply(noMedia);
    const replaced = takesReplaces ? replacedByInvite(request, this.deps) : undefined;
    if (typeof replaced === 'number') return transaction.reply(replaced);
    const { global } = this.deps.service.directory.config;
    const place = { context: endpoint.context, extension: dialledExtension(request.uri, global) };
    const { intake, transfers } = this.deps.kit;
    const program = replaced === undefined ? transfers.groupPickup(place.extension) : transfers.replacing(replaced);
    const refusal = program === undefined ? intake.refusal(place) : undefined;
    const call = new IncomingSipCall(incoming, this.deps);
    if (call.isGone) return;
    if (refusal !== undefined) return refuse(call, refusal);
    const { context, extension } = place;
    void this.#reserve(call, incoming, { context, extension, program });
  };

  async #reserve(call: IncomingSipCall, incoming: IncomingRequest, destination: Destination): Promise<void> {
    try {
      const { transaction, endpoint, source: flow } = incoming;
      transaction.reply(100);
      const reserved = await reserveMedia(this.deps, { endpoint, flow, callId: callIdOf(incoming) });
      this.#take(call, reserved, { incoming, destination });
    } catch (error) {
      this.deps.kit.log.error({ error }, 'incoming SIP call failed');
      call.refuse(500);
    }
  }

  #take(
    call: IncomingSipCall,
    reserved: ReservedMedia,
    { incoming, destination }: { readonly incoming: IncomingRequest; readonly destination: Destination },
  ): void {
    const { endpoint, request } = incoming;
    const { context, extension, program } = destination;
    if (reserved.outcome === 'failed') {
      this.deps.kit.log.warn({ endpoint: endpoint.id, reason: reserved.reason }, 'no ports for a SIP call');
      return call.refuse(503, retryLater);
    }
    if (call.isGone) return reserved.media.abandon();
    if (!call.takeMedia(reserved.media)) return call.refuse(noMedia);
    const taken = this.deps.kit.intake.take({
      technology: technologyName,
      endpoint: endpoint.id,
      protocolId: callIdOf(incoming),
      context,
      extension,
      parties: incomingParties(request, endpoint),
      attributes: traitsOf(endpoint),
      variables: variablesOf(endpoint, request.uri),
      line: (channel) => call.attach(channel),
      program,
    });
    if (taken.outcome !== 'taken') refuse(call, taken);
  }
}

function callIdOf({ request }: IncomingRequest): string {
  return request.headers.get(callIdHeader) ?? '';
}

function refuse(call: IncomingSipCall, refusal: IntakeRefusal): void {
  if (refusal.outcome === 'no-extension') call.refuse(404);
  else call.refuse(503, retryLater);
}

function retryLater(headers: HeaderList): void {
  headers.set(retryAfterHeader, { seconds: retrySeconds, params: Parameters.none });
}

const traits = new WeakMap<EndpointConfig, Partial<ChannelAttributes>>();

/** What an endpoint gives to its channels: the same object for all of them. */
export function traitsOf(endpoint: EndpointConfig): Partial<ChannelAttributes> {
  const known = traits.get(endpoint);
  if (known !== undefined) return known;
  const made = makeTraits(endpoint);
  traits.set(endpoint, made);
  return made;
}

function makeTraits(endpoint: EndpointConfig): Partial<ChannelAttributes> {
  const { accountCode, language, toneZone } = endpoint;
  return {
    accountCode,
    toneZone,
    callGroup: endpoint.callGroup.join(','),
    pickupGroup: endpoint.pickupGroup.join(','),
    namedCallGroup: endpoint.namedCallGroup.join(','),
    namedPickupGroup: endpoint.namedPickupGroup.join(','),
    ...(language === '' ? {} : { language }),
  };
}

const noVariables: Readonly<Record<string, string>> = {};

export function variablesOf(endpoint: EndpointConfig, uri?: Uri): Readonly<Record<string, string>> {
  // To make an object of entries takes ten times as long.
  if (endpoint.variables.length === 0) return uri?.kind === 'sip' ? { SIPDOMAIN: uri.host } : noVariables;
  return Object.fromEntries([
    ...(uri?.kind === 'sip' ? [['SIPDOMAIN', uri.host]] : []),
    ...endpoint.variables.map(({ name, value }) => [name, value]),
  ]) as Readonly<Record<string, string>>;
}
