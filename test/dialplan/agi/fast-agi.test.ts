import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { ran, settled, value } from '../run-rig';
import { AgiRig } from './agi-rig';

describe('AGI to a server', () => {
  let rig: AgiRig;
  beforeAll(async () => {
    rig = await AgiRig.start();
  });
  afterAll(() => rig.close());

  it('tells the server who calls, and where in the dialplan', async () => {
    const { agi, environment, over, channel } = await rig.run(['NoOp()', 'AGI(URL/menu?lang=en,one,"two, three",)'], {
      prepare: (call) => {
        call.parties.setCaller({ name: 'Anna', number: '100' });
        call.parties.setRedirectedFrom('200');
        call.setAttributes({ accountCode: 'sales' });
      },
    });
    agi.end();
    await over;

    expect(environment).toEqual({
      agi_network: 'yes',
      agi_network_script: 'menu?lang=en',
      agi_request: `${rig.server.url}/menu?lang=en`,
      agi_channel: 'Test/c1-00000001',
      agi_language: 'en',
      agi_type: 'Test',
      agi_uniqueid: 'c1',
      agi_version: '1',
      agi_callerid: '100',
      agi_calleridname: 'Anna',
      agi_callingpres: '0',
      agi_callingani2: '0',
      agi_callington: '0',
      agi_callingtns: '0',
      agi_dnid: 'unknown',
      agi_rdnis: '200',
      agi_context: 'default',
      agi_extension: 's',
      agi_priority: '2',
      agi_enhanced: '0.0',
      agi_accountcode: 'sales',
      agi_threadid: expect.stringMatching(/^\d+$/) as string,
      agi_arg_1: 'one',
      agi_arg_2: 'two, three',
      agi_arg_3: '',
    });
    expect(value(channel, 'AGISTATUS')).toBe('SUCCESS');
  });

  it('names no script and no caller where there is none', async () => {
    const { agi, environment, over } = await rig.run(['AGI(URL)']);
    agi.end();
    await over;

    expect(environment).not.toHaveProperty('agi_network_script');
    expect(environment).toMatchObject({ agi_callerid: 'unknown', agi_calleridname: 'unknown', agi_rdnis: 'unknown' });
  });

  it('lets no caller write lines of the environment or of an answer', async () => {
    const { agi, environment, over } = await rig.run(['AGI(URL)'], {
      prepare: (channel) => {
        channel.parties.setCaller({ name: 'Eve\nagi_accountcode: admin\r\n\r\n', number: '1' });
        channel.variables.set('X', 'a)\n200 result=1 (b');
      },
    });

    expect(environment).toMatchObject({ agi_calleridname: 'Eve agi_accountcode: admin ', agi_accountcode: '' });
    expect(await agi.command('GET VARIABLE X')).toBe('200 result=1 (a) 200 result=1 (b)');
    expect(await agi.command('NOOP')).toBe('200 result=0');
    agi.end();
    await over;
  });

  it('goes on in the dialplan when the server closes, and answers what was sent before', async () => {
    const { agi, over, channel, dialplan } = await rig.run(['AGI(URL)', 'NoOp(next)']);
    agi.send('SET VARIABLE A 1\nSET VARIABLE B 2\r\nGET VARIABLE A\nNOOP');
    agi.end();

    expect(await agi.rest()).toEqual(['200 result=1', '200 result=1', '200 result=1 (1)', '200 result=0']);
    await over;
    expect([value(channel, 'B'), value(channel, 'AGISTATUS')]).toEqual(['2', 'SUCCESS']);
    expect(ran(dialplan.happened).at(-1)).toBe('default,s,2 NoOp(next)');
    await rig.until(() => dialplan.clock.running === 0);
  });

  it('knows what is not a command, and how those are written that are', async () => {
    const { agi, over } = await rig.run(['AGI(URL)']);

    expect(await agi.command('FLY ME')).toBe('510 Invalid or unknown command');
    expect(await agi.command('')).toBe('510 Invalid or unknown command');
    agi.send('get  variable');
    expect(await agi.line()).toBe('520-Invalid command syntax.  Proper usage follows:');
    expect(await agi.line()).toBe('Usage: GET VARIABLE <name>');
    expect(await agi.line()).toMatch(/^ {4}Reads a variable/);
    expect(await agi.line()).toBe('520 End of proper usage.');
    agi.send(`NOOP ${'x'.repeat(9000)}`);
    expect(await agi.line()).toBe('520-Invalid command syntax.  Proper usage follows:');
    expect(await agi.line()).toBe('A command has 8192 bytes at most.');
    expect(await agi.line()).toBe('520 End of proper usage.');
    expect(await agi.command('noop')).toBe('200 result=0');
    agi.end();
    await over;
  });

  it.each([
    ['AGI(hagi://host/script)', /SRV records/],
    ['AGI()', /a script or an address is required/],
    ['AGI(agi://)', /is not <host>\[:<port>\]/],
    ['AGI(agi://a:b:c/x)', /is not <host>\[:<port>\]/],
    ['AGI(agi:async)', /nothing can send commands/],
    ['EAGI(URL)', /EAGI is not supported/],
  ])('%s fails, with the reason in the log', async (step, reason) => {
    const { over, channel, dialplan } = rig.dial([step, 'NoOp(next)']);
    await over;

    expect(value(channel, 'AGISTATUS')).toBe('FAILURE');
    expect(dialplan.lines.filter((line) => line.startsWith('warn'))).toEqual([expect.stringMatching(reason)]);
    expect(ran(dialplan.happened)).toHaveLength(2);
  });

  it('fails when no server listens, and keeps the query out of the log', async () => {
    const idle = createServer();
    await new Promise<void>((resolve) => idle.listen(0, '127.0.0.1', resolve));
    const { port } = idle.address() as AddressInfo;
    await new Promise((resolve) => idle.close(resolve));

    const { over, channel, dialplan } = rig.dial([`AGI(agi://127.0.0.1:${port}/menu?pin=1234)`]);
    await over;

    expect(value(channel, 'AGISTATUS')).toBe('FAILURE');
    expect(dialplan.lines.join()).toContain('ECONNREFUSED');
    expect(dialplan.lines.join()).not.toContain('1234');
    expect(dialplan.clock.running).toBe(0);
  });

  it('does not wait for a name that is looked up for too long, nor for a call that has ended meanwhile', async () => {
    const slow = rig.dial(['AGI(URL)', 'NoOp(next)']);
    slow.dialplan.clock.advance(2000);
    await slow.over;
    expect(value(slow.channel, 'AGISTATUS')).toBe('FAILURE');
    expect(slow.dialplan.lines.join()).toContain('no connection within 2000 ms');

    const ended = rig.dial(['AGI(URL)', 'NoOp(never)']);
    ended.channel.hangUp();
    await ended.over;
    expect(value(ended.channel, 'AGISTATUS')).toBe('HANGUP');
    expect(ran(ended.dialplan.happened)).toHaveLength(1);

    await rig.until(() => rig.server.size === 0);
  });

  it('sets where the dialplan goes on', async () => {
    const { agi, over, dialplan } = await rig.run(['AGI(URL)', 'Wait(60)', 'NoOp(three)', 'NoOp(four)', 'Hangup()']);

    expect(await agi.command('SET PRIORITY nosuch')).toMatch(/^520-/);
    while ((await agi.line()) !== '520 End of proper usage.');
    expect(await agi.command('SET PRIORITY 3')).toBe('200 result=0');
    agi.end();
    await over;

    expect(ran(dialplan.happened).slice(1)).toEqual([
      'default,s,3 NoOp(three)',
      'default,s,4 NoOp(four)',
      'default,s,5 Hangup()',
    ]);
  });

  it('runs several conversations at a time, each with its own call', async () => {
    const first = await rig.run(['AGI(URL/1)']);
    const second = await rig.run(['AGI(URL/2)']);

    await first.agi.command('SET VARIABLE WHO first');
    expect(await second.agi.command('GET VARIABLE WHO')).toBe('200 result=0');
    expect(await first.agi.command('GET VARIABLE WHO')).toBe('200 result=1 (first)');
    for (const { agi, over } of [first, second]) {
      agi.end();
      await over;
    }
    await settled();
  });
});
