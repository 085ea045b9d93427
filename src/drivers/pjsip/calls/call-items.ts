import type { EndpointConfig } from '../../../config/pjsip/endpoint-options';
import { formatReader } from '../../../engine/calls/channel/formats';
import type { InviteSession } from '../../../sip/dialog/invite-session';
import type { Flow } from '../../../sip/transport/flow';
import type { CallMedia } from '../call-media/call-media';
import type { Contact } from '../registration/contact';
import { contactId } from '../registration/contact';
import { addressOf } from './dialog-messages';
import { readRtcpItem } from '../call-media/rtcp-items';

/** What a call is made of at the moment. */
export interface CallParts {
  readonly callId: string;
  readonly session: InviteSession | undefined;
  readonly media: CallMedia | undefined;
  readonly flow: Flow | undefined;
  /** The Request-URI of the INVITE. */
  readonly requestUri: string;
  readonly endpoint: Pick<EndpointConfig, 'id' | 'aors'>;
  /** The contact that was called; undefined for a caller. */
  readonly called: Contact | undefined;
}

/**
 * CHANNEL(pjsip,…), CHANNEL(rtp,…), CHANNEL(rtcp,…), CHANNEL(endpoint), CHANNEL(aor), CHANNEL(contact) and the formats;
 * undefined for what is not known here.
 */
export function readCallItem(item: string, parts: CallParts): string | undefined {
  const [kind = '', name = '', stream = 'audio'] = item
    .toLowerCase()
    .split(',')
    .map((part) => part.trim());
  if (kind === 'pjsip') return signallingItems[name]?.(parts) ?? undefined;
  const ofEndpoint = endpointItems[kind];
  if (ofEndpoint !== undefined) return ofEndpoint(parts);
  if (kind === 'rtcp') {
    const statistics = stream === 'audio' || stream === '' ? parts.media?.statistics : undefined;
    return statistics === undefined ? undefined : readRtcpItem(name, statistics);
  }
  if (kind === 'rtp') return stream === 'audio' || stream === '' ? rtpItems[name]?.(parts) : undefined;
  const audio = parts.media?.audio;
  return audio?.kind === 'outside' ? formatReader(audio.format)(item) : undefined;
}

type Reader = (parts: CallParts) => string;

const signallingItems: Readonly<Record<string, Reader>> = {
  'call-id': ({ callId }) => callId,
  secure: ({ flow }) => (flow?.transport === 'TLS' || flow?.transport === 'WSS' ? '1' : '0'),
  target_uri: ({ session }) => session?.dialog.remoteTarget.toString() ?? '',
  local_uri: ({ session }) => (session === undefined ? '' : addressOf(session.dialog.local)),
  remote_uri: ({ session }) => (session === undefined ? '' : addressOf(session.dialog.remote)),
  local_tag: ({ session }) => session?.dialog.localTag ?? '',
  remote_tag: ({ session }) => session?.dialog.remoteTag ?? '',
  request_uri: ({ requestUri }) => requestUri,
  local_addr: ({ flow }) => (flow === undefined ? '' : `${flow.sentBy.host}:${flow.sentBy.port ?? ''}`),
  remote_addr: ({ flow }) => (flow === undefined ? '' : `${flow.remote.host}:${flow.remote.port}`),
  t38state: () => 'DISABLED',
};

const endpointItems: Readonly<Record<string, Reader>> = {
  endpoint: ({ endpoint }) => endpoint.id,
  aor: ({ endpoint, called }) => called?.aor ?? endpoint.aors[0] ?? '',
  contact: ({ called }) => (called === undefined ? '' : contactId(called)),
};

const rtpItems: Readonly<Record<string, Reader>> = {
  src: ({ media }) => (media === undefined ? '' : `${media.local.host}:${media.local.port}`),
  dest: ({ media }) => (media?.remote === undefined ? '0.0.0.0:0' : `${media.remote.host}:${media.remote.port}`),
  direct: () => '0.0.0.0:0',
  hold: ({ media }) => (media?.agreed?.isHeld === true ? '1' : '0'),
  secure: ({ media }) => (media?.agreed?.keys === undefined ? '0' : '1'),
};
