import { parseArgs } from 'node:util';
import type { SipMessage } from '../../generated/models';
import type { RestClient } from '../../generated/client';
import type { AccessOptions } from '../client/access';
import type { Clock } from '../shared/time/clock';

/** How often the server is asked while calls are followed. */
const pollMs = 500;

export interface SipTraceCommand {
  readonly access: Pick<AccessOptions, 'url' | 'user' | 'password'>;
  /** A channel or a Call-ID; all calls are followed when absent. */
  readonly call: string | undefined;
  /** Whole messages, not only a line for each. */
  readonly isFull: boolean;
}

export const sipTraceUsage = `options of sip trace:
  --url URL       where the server is                (PATCHBAY_URL; default: http://127.0.0.1:8088)
  --user NAME     a user who may control channels    (PATCHBAY_USER)
  --password P    better given as                     PATCHBAY_PASSWORD
  --full          whole messages, not only a line for each
`;

/** A text says what is wrong with the arguments. */
export function readSipTrace(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): SipTraceCommand | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: {
        url: { type: 'string' },
        user: { type: 'string' },
        password: { type: 'string' },
        full: { type: 'boolean' },
      },
      allowPositionals: true,
    });
    const [verb, call, surplus] = positionals;
    if (verb !== 'trace') return verb === undefined ? 'sip needs a verb: trace' : `sip cannot '${verb}', only trace`;
    if (surplus !== undefined) return 'sip trace takes one channel';
    const url = values.url ?? env['PATCHBAY_URL'] ?? 'http://127.0.0.1:8088';
    const [user, password] = [values.user ?? env['PATCHBAY_USER'], values.password ?? env['PATCHBAY_PASSWORD']];
    if (user === undefined || password === undefined)
      return 'sip trace needs a user: set PATCHBAY_USER and PATCHBAY_PASSWORD';
    return { access: { url, user, password }, call, isFull: values.full ?? false };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

export interface SipTraceDeps {
  readonly client: Pick<RestClient, 'channels' | 'server'>;
  readonly clock: Clock;
  readonly say: (text: string) => void;
  /** Ends the following of calls. */
  readonly isStopped: () => boolean;
}

/** Prints the messages of a call, or those of all calls as they come. */
export async function traceSip({ call, isFull }: SipTraceCommand, deps: SipTraceDeps): Promise<void> {
  if (call === undefined) return followAll(isFull, deps);
  const { channels } = deps.client;
  if (!isFull) {
    const { ladder = '' } = await channels.getSipTrace({ channelId: call, format: 'ladder' });
    return deps.say(ladder.trimEnd());
  }
  const { messages = [] } = await channels.getSipTrace({ channelId: call });
  for (const message of messages) deps.say(wholeMessage(message));
}

async function followAll(isFull: boolean, { client, clock, say, isStopped }: SipTraceDeps): Promise<void> {
  let last: number | undefined;
  while (!isStopped()) {
    const messages = await client.server.getSipMessages({ after: last ?? 0 });
    // What has happened before is shown when it is asked for by its channel.
    if (last !== undefined) for (const message of messages) say(isFull ? wholeMessage(message) : line(message));
    const isComplete = messages.length === 0 || last !== undefined;
    last = messages.at(-1)?.number ?? last ?? 0;
    if (isComplete) await new Promise<void>((resolve) => clock.after(pollMs, resolve));
  }
}

function line(message: SipMessage): string {
  return `${heading(message)}  ${message.summary}  ${message.call_id}`;
}

function wholeMessage(message: SipMessage): string {
  return `${heading(message)}\n${message.text.replaceAll('\r', '').trimEnd()}\n`;
}

function heading({ timestamp, direction, transport, remote_address: remote }: SipMessage): string {
  return `${timestamp.slice(11, 23)}  ${direction === 'in' ? '<-' : '->'} ${transport} ${remote}`;
}
