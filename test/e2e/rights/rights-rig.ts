import { within } from '../../support/eventually';
import { RunningServer } from '../../support/server/running-server';
import type { AppSocket, Message } from '../../support/sockets/socket-peer';
import { Sockets } from '../../support/sockets/socket-peer';
import type { RestAnswer } from '../../support/sockets/socket-rest';
import { Rest } from '../../support/sockets/socket-rest';

const user = (name: string, ...lines: readonly string[]): string =>
  [`[${name}]`, 'type = user', `password = ${name}pw`, ...lines, ''].join('\n');

/** One user without limits, and three who are limited to applications. */
export const rightsFiles = {
  'ari.conf': [
    '[general]\nenabled = yes\n',
    user('admin'),
    user('sales', 'applications = sales-*'),
    user('clerk', 'applications = sales-1'),
    user('support', 'applications = support'),
  ].join('\n'),
  'extensions.conf': [
    '[default]',
    'exten => up,1,Answer(,i)',
    ' same => n,Wait(600)',
    'exten => offer,1,Answer(,i)',
    ' same => n,StasisBroadcast(60000,^support$)',
    ' same => n,Wait(600)',
    '[globals]',
    'TRUNK=hidden',
    '',
  ].join('\n'),
};

/** A server with users who may use different applications. */
export class RightsRig {
  readonly sockets = new Sockets(() => this.server.origin);

  private constructor(readonly server: RunningServer) {}

  static async start(more: Readonly<Record<string, string>> = {}): Promise<RightsRig> {
    return new RightsRig(await RunningServer.start({ ...rightsFiles, ...more }));
  }

  as(name: string): Rest {
    return new Rest(this.server.origin, credentials(name));
  }

  open(name: string, query: string): Promise<AppSocket> {
    return this.sockets.open(`app=${query}`, { user: credentials(name) });
  }

  /** A call of a user in an application, answered; all events heard so far. */
  async call(name: string, id: string, { app, socket }: { app: string; socket: AppSocket }): Promise<void> {
    expect(await statusOf(this.as(name).post(`/channels/${id}?endpoint=Local/up@default&app=${app}`))).toBe(200);
    await hears(socket, 'StasisStart', id);
  }

  async close(): Promise<void> {
    await this.sockets.closeAll();
    await this.server.close();
  }
}

export const credentials = (name: string): string => `${name}:${name}pw`;

export async function statusOf(answer: Promise<RestAnswer>): Promise<number> {
  return (await answer).status;
}

export function namesIn({ body }: RestAnswer): string[] {
  const listed = body as readonly { readonly id?: string; readonly name?: string }[];
  return listed.map(({ id, name }) => id ?? name ?? '').sort();
}

/** Waits for a message that shows an object of that name; all before it are passed over. */
export async function hears(socket: AppSocket, type: string, text: string): Promise<Message> {
  for (;;) {
    const message = await within(socket.next(), () => `waited for ${type} ${text}`);
    if (message.type === type && JSON.stringify(message).includes(`"${text}"`)) return message;
  }
}
