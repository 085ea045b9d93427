import type { CallTrace } from './sip-trace';
import type { TracedMessage } from './traced-message';

/** Characters between both sides. */
const width = 60;
const margin = ' '.repeat(15);

/** The messages of a call as a drawing: this server on the left, the far end on the right. */
export function drawLadder({ callId, channelId, messages, leftOut }: CallTrace): string {
  const title = channelId === undefined ? `Call-ID ${callId}` : `Call-ID ${callId}, channel ${channelId}`;
  const lines = [title];
  let remote: string | undefined;
  for (const [index, message] of messages.entries()) {
    const place = placeOf(message);
    if (place !== remote) lines.push(sides(place));
    remote = place;
    if (leftOut.count > 0 && index === leftOut.behind) lines.push(`${margin}| ${leftOut.count} messages are left out`);
    lines.push(ladderLine(message));
  }
  return `${lines.join('\n')}\n`;
}

/** One message as a line of the drawing. */
export function ladderLine(message: TracedMessage): string {
  const { direction, summary, bodyType } = message;
  const words = `${summary}${bodyType === undefined ? '' : ` [${bodyType.replace('application/', '')}]`}`;
  const text = words.length > width - 6 ? `${words.slice(0, width - 9)}...` : words;
  const rest = '-'.repeat(width - 4 - text.length);
  const arrow = direction === 'in' ? `<- ${text} ${rest}` : `-- ${text} ${rest.slice(1)}>`;
  return `${clockTime(message.time)}  |${arrow}|`;
}

function sides(remote: string): string {
  return `${margin}here${remote.padStart(width - 2)}`;
}

function placeOf({ transport, remote: { host, port } }: TracedMessage): string {
  return `${transport} ${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function clockTime(time: number): string {
  return `${new Date(time).toISOString().slice(11, 23)} `;
}
