import type { NetworkPlace } from '../../shared/network/network-place';
import type { Connection, MediaDescription, SessionBody } from './session-description';
import { attributeValue, hasAttribute } from './session-description';
import { isIPv6 } from '../../shared/network/ip-version';

export function connectionTo(address: string): Connection {
  return { family: isIPv6(address) ? 'IP6' : 'IP4', address };
}

export function connectionOf(media: MediaDescription, session: SessionBody): Connection | undefined {
  return media.connection ?? session.connection;
}

/** An address that nothing can be sent to: how RFC 2543 said hold, and how some still do. */
export function isNullAddress(address: string): boolean {
  return address === '0.0.0.0' || address === '::';
}

/** Where RTP goes; undefined when there is no place for it. */
export function mediaPlace(media: MediaDescription, session: SessionBody): NetworkPlace | undefined {
  const connection = connectionOf(media, session);
  if (connection === undefined || media.port === 0 || isNullAddress(connection.address)) return undefined;
  return { host: connection.address, port: media.port };
}

/** Where RTCP goes: to the port of RTP when both have agreed on that, to a=rtcp (RFC 3605), or to the next port. */
export function rtcpPlace(media: MediaDescription, place: NetworkPlace, isMuxed: boolean): NetworkPlace {
  if (isMuxed) return place;
  const said = attributeValue(media, 'rtcp');
  if (said === undefined) return { host: place.host, port: place.port + 1 };
  const [, port, address] = /^(\d{1,5})(?: IN IP[46] (\S+))?$/.exec(said) ?? [];
  if (port === undefined) return { host: place.host, port: place.port + 1 };
  return { host: address ?? place.host, port: Number(port) };
}

export function wantsRtcpMux(media: MediaDescription): boolean {
  return hasAttribute(media, 'rtcp-mux');
}
