import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../../src/shared/time/clock';
import { lineOf, until } from '../../support/calls/call-events';
import { eventually } from '../../support/eventually';
import { Workshop } from '../../support/server/http-process';
import { RunningServer } from '../../support/server/running-server';
import { ServedProcess } from '../../support/server/served-process';
import { Sockets } from '../../support/sockets/socket-peer';

/** Loaded into the process beside the server, and throws where nobody catches. */
const bombs = `
process.on('SIGUSR2', () => { throw new Error('thrown by nobody we know'); });
process.on('SIGWINCH', () => { Promise.reject(new Error('rejected by nobody we know')); });
`;

describe('an unexpected exception', () => {
  const workshop = new Workshop();
  afterEach(() => workshop.clean());

  it.each([
    ['SIGUSR2', /thrown by nobody we know.*bombs\.js.*origin=uncaughtException/],
    ['SIGWINCH', /rejected by nobody we know.*bombs\.js.*origin=unhandledRejection/],
  ] as const)(
    'ends the process by the usual way, after %s, and its stack is in the log file',
    async (signal, stack) => {
      const file = join(workshop.folder({ 'bombs.js': bombs }), 'bombs.js');
      const server = await ServedProcess.start(
        workshop,
        { 'asterisk.conf': '[options]\nshutdown_grace = 600\n' },
        { env: { NODE_OPTIONS: `--require ${file}` } },
      );
      const app = await server.open('app=hello');
      await server.rest.post('/channels/c1?endpoint=Local/up@default&app=hello');
      await until(app, 'StasisStart c1');

      server.signal(signal);
      const lines: string[] = [];
      while (!lines.includes('StasisEnd c1')) lines.push(lineOf(await app.next()));
      const { code } = await server.finished;

      expect(code).toBe(1);
      expect(server.log).toMatch(stack);
      expect(server.log).toMatch(/ERROR.*unexpected exception: the server stops/);
      await server.closeSockets();
    },
  );
});

describe('a fault of ours that a peer meets', () => {
  let server: RunningServer;
  let isArmed = false;
  const sockets = new Sockets(() => server.origin);
  // The first one who wants to know the time meets a fault.
  const clock = {
    ...systemClock,
    now: () => {
      if (!isArmed) return Date.now();
      isArmed = false;
      throw new Error('no time');
    },
  };
  beforeEach(async () => {
    server = await RunningServer.start({}, undefined, clock);
  });
  afterEach(async () => {
    await sockets.closeAll();
    await server.close();
  });

  const faults = async (): Promise<number> => {
    const metrics = await (await fetch(`${server.origin}/metrics`)).text();
    return Number(/^patchbay_faults_total (\d+)$/m.exec(metrics)?.[1]);
  };
  const logged = async (words: RegExp): Promise<void> => {
    const log = (): string => readFileSync(join(server.folder, 'state/log/messages'), 'utf8');
    await eventually(() => words.test(log()), log);
  };

  it('costs that peer its socket, is counted and logged with its stack, and others go on', async () => {
    const unlucky = await sockets.open('app=unlucky');
    const other = await sockets.open('app=other');
    await unlucky.ask({ method: 'GET', uri: 'asterisk/ping' });

    isArmed = true;
    unlucky.send({ method: 'GET', uri: 'nosuchthing' });

    expect(await unlucky.closed).toEqual({ code: 1011, reason: 'a fault in the server' });
    expect(await other.ask({ method: 'GET', uri: 'asterisk/ping' })).toMatchObject({ status_code: 200 });
    expect(await faults()).toBe(1);
    await logged(/ERROR.*websocket closed after an internal error.*no time.*event-session/);
  });
});
