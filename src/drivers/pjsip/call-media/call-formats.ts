import type { EndpointConfig } from '../../../config/pjsip/endpoint-options';
import { audioForm } from '../../../engine/calls/channel/formats';
import type { EventPayload, RtpPayload } from '../../../media/protocol-rtp';
import type { LocalFormat } from '../../../sip/sdp/local-audio';
import type { Encoding, PayloadFormat } from '../../../sip/sdp/payload-formats';
import { encoding, sameEncoding } from '../../../sip/sdp/payload-formats';

/** How formats are written in session descriptions. */
const encodings: Readonly<Record<string, LocalFormat>> = {
  ulaw: encoding('PCMU', 8000),
  alaw: encoding('PCMA', 8000),
  g722: encoding('G722', 8000),
  opus: { ...encoding('opus', 48_000, 2), payload: 107, parameters: 'useinbandfec=1' },
  slin: { ...encoding('L16', 8000), payload: 117 },
  slin16: { ...encoding('L16', 16_000), payload: 118 },
};

const knownFormats = Object.entries(encodings).map(([name, format]) => ({ name, format }));

/** By the names of codecs: one list for all calls, so that what follows from it is found out once. */
const formatLists = new Map<string, readonly LocalFormat[]>();

export function localFormats(codecs: readonly string[]): readonly LocalFormat[] {
  const names = codecs.join();
  const known = formatLists.get(names);
  if (known !== undefined) return known;
  const formats = listFormats(codecs);
  formatLists.set(names, formats);
  return formats;
}

const endpointFormats = new WeakMap<EndpointConfig, readonly LocalFormat[]>();

/** Those of all codecs of an endpoint. */
export function formatsOfEndpoint(endpoint: EndpointConfig): readonly LocalFormat[] {
  const known = endpointFormats.get(endpoint);
  if (known !== undefined) return known;
  const formats = localFormats(endpoint.codecs);
  endpointFormats.set(endpoint, formats);
  return formats;
}

function listFormats(codecs: readonly string[]): readonly LocalFormat[] {
  const formats: LocalFormat[] = [];
  for (const codec of codecs) {
    const format = encodings[codec];
    if (format !== undefined) formats.push(format);
  }
  return formats;
}

/** The name of a format that was agreed on; undefined for one that we have not offered. */
function formatOf(agreed: Encoding): string | undefined {
  for (const { name, format } of knownFormats) if (sameEncoding(format, agreed)) return name;
  return undefined;
}

export function rtpPayload(agreed: PayloadFormat): RtpPayload | undefined {
  const format = formatOf(agreed);
  return format === undefined ? undefined : { type: agreed.payload, format, clockRate: agreed.clockRate };
}

export function eventPayload({ payload, clockRate }: PayloadFormat): EventPayload {
  return { type: payload, clockRate };
}

export function legRate(format: string): number {
  return audioForm(format).rate;
}
