import { connectionTo } from './media-address';
import type { Direction } from './direction';
import type { LocalAudio } from './local-audio';
import type { PayloadFormat } from './payload-formats';
import { writeFormats } from './payload-formats';
import type { Attribute, Connection, MediaDescription, SessionBody } from './session-description';
import { attribute } from './session-description';

interface AudioSection {
  readonly protocol: string;
  readonly formats: readonly PayloadFormat[];
  readonly direction: Direction;
  readonly rtcpMux: boolean;
}

/** One m= line for a stream of ours with these formats. */
export function audioSection(
  local: LocalAudio,
  { protocol, formats, direction, rtcpMux }: AudioSection,
): MediaDescription {
  const written = writeFormats(formats);
  const attributes: Attribute[] = written.attributes.slice();
  if (local.ptime !== undefined) attributes.push(attribute('ptime', local.ptime));
  if (local.maxptime !== undefined) attributes.push(attribute('maxptime', local.maxptime));
  if (local.rtcpPort !== undefined && local.rtcpPort !== local.port + 1) {
    attributes.push(attribute('rtcp', local.rtcpPort));
  }
  if (rtcpMux) attributes.push(attribute('rtcp-mux'));
  if (local.label !== undefined) attributes.push(attribute('label', local.label));
  if (local.attributes !== undefined) attributes.push(...local.attributes);
  attributes.push(attribute(direction));
  return {
    kind: 'audio',
    port: local.port,
    protocol,
    formats: written.formats,
    connection: connectionTo(local.address),
    bandwidth: local.bandwidth ?? [],
    attributes,
  };
}

/** The place of a stream that is refused or over: it stays, with port 0 (RFC 3264 §6). Its numbers are not explained any more. */
export function refusedSection({ kind, protocol, formats }: MediaDescription): MediaDescription {
  const numbers = formats.length === 0 ? ['0'] : formats.slice();
  return { kind, port: 0, protocol, formats: numbers, bandwidth: [], attributes: [] };
}

/** Puts sections together; an address that all of them share is said once. */
export function sessionOf(sections: readonly MediaDescription[], fallback: Connection): SessionBody {
  const connection = sections.find((section) => section.connection !== undefined)?.connection ?? fallback;
  const media = sections.map((section): MediaDescription => {
    const { connection: own, kind, port, protocol, formats, bandwidth, attributes } = section;
    if (own === undefined || own.address !== connection.address) return section;
    return { kind, port, protocol, formats, bandwidth, attributes };
  });
  return { name: '-', connection, bandwidth: [], attributes: [], media };
}
