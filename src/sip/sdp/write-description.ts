import type { Attribute, Bandwidth, Connection, MediaDescription, SessionDescription } from './session-description';

export function writeDescription(description: SessionDescription): string {
  const { origin, name, connection, bandwidth, attributes, media } = description;
  const { username, sessionId, version, family, address } = origin;
  let text = `v=0\r\no=${username} ${sessionId} ${version} IN ${family} ${address}\r\ns=${name}\r\n`;
  text += `${connectionLine(connection)}${bandwidthLines(bandwidth)}t=0 0\r\n${attributeLines(attributes)}`;
  for (const section of media) text += mediaLines(section);
  return text;
}

function mediaLines(media: MediaDescription): string {
  const { kind, port, portCount, protocol, formats, connection, bandwidth, attributes } = media;
  const place = portCount === undefined ? String(port) : `${port}/${portCount}`;
  let first = `m=${kind} ${place} ${protocol}`;
  for (const format of formats) first += ` ${format}`;
  return `${first}\r\n${connectionLine(connection)}${bandwidthLines(bandwidth)}${attributeLines(attributes)}`;
}

function connectionLine(connection: Connection | undefined): string {
  return connection === undefined ? '' : `c=IN ${connection.family} ${connection.address}\r\n`;
}

function bandwidthLines(bandwidth: readonly Bandwidth[]): string {
  let text = '';
  for (const { type, kilobits } of bandwidth) text += `b=${type}:${kilobits}\r\n`;
  return text;
}

function attributeLines(attributes: readonly Attribute[]): string {
  let text = '';
  for (const { name, value } of attributes) text += value === undefined ? `a=${name}\r\n` : `a=${name}:${value}\r\n`;
  return text;
}
