import type { Attribute, Bandwidth, Connection, MediaDescription, SessionDescription } from './session-description';

export function writeDescription({ origin, name, media, ...session }: SessionDescription): string {
  const { username, sessionId, version, family, address } = origin;
  const lines = ['v=0', `o=${username} ${sessionId} ${version} IN ${family} ${address}`, `s=${name}`];
  lines.push(...connectionLines(session.connection), ...bandwidthLines(session.bandwidth), 't=0 0');
  lines.push(...attributeLines(session.attributes), ...media.flatMap(mediaLines));
  return `${lines.join('\r\n')}\r\n`;
}

function mediaLines(media: MediaDescription): readonly string[] {
  const { kind, port, portCount, protocol, formats, connection, bandwidth, attributes } = media;
  const place = portCount === undefined ? String(port) : `${port}/${portCount}`;
  return [
    `m=${[kind, place, protocol, ...formats].join(' ')}`,
    ...connectionLines(connection),
    ...bandwidthLines(bandwidth),
    ...attributeLines(attributes),
  ];
}

function connectionLines(connection: Connection | undefined): readonly string[] {
  return connection === undefined ? [] : [`c=IN ${connection.family} ${connection.address}`];
}

function bandwidthLines(bandwidth: readonly Bandwidth[]): readonly string[] {
  return bandwidth.map(({ type, kilobits }) => `b=${type}:${kilobits}`);
}

function attributeLines(attributes: readonly Attribute[]): readonly string[] {
  return attributes.map(({ name, value }) => (value === undefined ? `a=${name}` : `a=${name}:${value}`));
}
