import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AgiServer } from '../../support/agi-server';
import { until } from '../../support/calls/call-events';
import { CallRig } from '../../support/calls/call-rig';
import { eventually } from '../../support/eventually';
import type { AppSocket } from '../../support/sockets/socket-peer';

const dialplan = (url: string): string => `
exten => agi,1,AGI(${url}/e2e)
 same => n,Set(STORED=\${DB(e2e/key)})
 same => n,Wait(600)
`;

describe('AGI of a whole server', () => {
  let server: AgiServer;
  let rig: CallRig;
  let all: AppSocket;
  beforeAll(async () => {
    server = await AgiServer.start();
    rig = await CallRig.start(dialplan(server.url));
  });
  beforeEach(async () => {
    all = await rig.open('hello&subscribeAll=yes');
  });
  afterEach(() => rig.clear());
  afterAll(async () => {
    await rig.close();
    await server.close();
  });

  it('serves a call that an application sends into the dialplan, and shares the database with it', async () => {
    await rig.call('c1', all);
    expect(await rig.status('post', '/channels/c1/continue?context=default&extension=agi')).toBe(204);
    const agi = await server.connection();
    expect(await agi.environment()).toMatchObject({ agi_uniqueid: 'c1', agi_network_script: 'e2e', agi_type: 'Local' });

    expect(await agi.command('DATABASE PUT e2e key "a value"')).toBe('200 result=1');
    expect(await agi.command('DATABASE PUT e2e tree/one 1')).toBe('200 result=1');
    expect(await agi.command('DATABASE GET e2e key')).toBe('200 result=1 (a value)');
    expect(await agi.command('DATABASE DELTREE e2e tree')).toBe('200 result=1');
    expect(await agi.command('DATABASE DELTREE e2e tree')).toBe('200 result=0');
    expect(await agi.command('DATABASE GET e2e tree/one')).toBe('200 result=0');
    expect(await agi.command('DATABASE DEL e2e nosuch')).toBe('200 result=0');
    expect(await agi.command('DATABASE PUT "" key value')).toBe('200 result=0');
    agi.end();

    const lines = await until(all, 'ChannelDialplan c1 Wait(600)');
    expect(lines).toContain('ChannelVarset c1 AGISTATUS=SUCCESS');
    expect(lines).toContain('ChannelVarset c1 STORED=a value');
  });

  it('belongs to the module res_agi, which calls keep loaded', async () => {
    await rig.call('c1', all);
    await rig.status('post', '/channels/c1/continue?context=default&extension=agi');
    const agi = await server.connection();
    await agi.environment();
    expect((await rig.rest.get('/server/modules/res_agi')).body).toMatchObject({ use_count: 1, status: 'Running' });
    expect(await rig.status('delete', '/server/modules/res_agi')).toBe(409);
    agi.end();
    await until(all, 'ChannelDialplan c1 Wait(600)');

    expect(await rig.status('delete', '/server/modules/res_agi')).toBe(204);
    await rig.call('c2', all);
    await rig.status('post', '/channels/c2/continue?context=default&extension=agi');
    await until(all, 'ChannelDestroyed c2 0');
    expect(await rig.status('post', '/server/modules/res_agi')).toBe(204);
  });

  it('lets a program write only a limited number of lines into the log', async () => {
    await rig.call('c1', all);
    await rig.status('post', '/channels/c1/continue?context=default&extension=agi');
    const agi = await server.connection();
    await agi.environment();

    // The log keeps all of them only where they take minutes.
    const answers = new Set<string | undefined>();
    for (let count = 0; count < 20_000; count += 1) agi.send('VERBOSE chatter 1');
    for (let count = 0; count < 20_000; count += 1) answers.add(await agi.line());
    agi.end();
    await until(all, 'ChannelDialplan c1 Wait(600)');

    expect([...answers]).toEqual(['200 result=1']);
    const lines = (): number =>
      readFileSync(join(rig.server.folder, 'state/log/messages'), 'utf8').split('an AGI program says').length - 1;
    await eventually(
      () => lines() > 0,
      () => 'nothing of it is in the log',
    );
    expect(lines()).toBeLessThan(10_000);
  });

  it('is closed with the server, whatever the program does', async () => {
    const own = await CallRig.start(dialplan(server.url));
    const socket = await own.open('hello&subscribeAll=yes');
    await own.call('c1', socket);
    await own.status('post', '/channels/c1/continue?context=default&extension=agi');
    const agi = await server.connection();
    await agi.environment();

    await own.close();

    await agi.closed;
    agi.end();
  });
});
