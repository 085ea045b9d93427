import type { Socket } from 'node:net';
import { ran, value } from '../run-rig';
import { AgiRig } from './agi-rig';

describe('a call that ends while a program controls it', () => {
  let rig: AgiRig;
  beforeAll(async () => {
    rig = await AgiRig.start();
  });
  afterEach(() => rig.until(() => rig.server.size === 0));
  afterAll(() => rig.close());

  it('is reported to the server, which may then only do what needs no call', async () => {
    const { agi, channel, over, dialplan } = await rig.run(['AGI(URL)', 'NoOp(never)']);
    expect(await agi.command('SET VARIABLE BEFORE yes')).toBe('200 result=1');

    channel.farEndHungUp({ cause: 16 });

    expect(await agi.line()).toBe('HANGUP');
    expect(await agi.command('ANSWER')).toBe('511 Command Not Permitted on a dead channel or intercept routine');
    expect(await agi.command('STREAM FILE')).toBe('511 Command Not Permitted on a dead channel or intercept routine');
    expect(await agi.command('GET VARIABLE BEFORE')).toBe('200 result=1 (yes)');
    expect(await agi.command('EXEC Set AFTER=too')).toBe('200 result=0');
    expect(await agi.command('NOOP')).toBe('200 result=0');
    agi.end();
    await over;
    expect([value(channel, 'AFTER'), value(channel, 'AGISTATUS')]).toEqual(['too', 'HANGUP']);
    expect(ran(dialplan.happened)).toHaveLength(1);
    await rig.until(() => dialplan.clock.running === 0);
  });

  it('ends the command that runs first', async () => {
    const { agi, channel, over, dialplan } = await rig.run(['AGI(URL)']);
    agi.send('WAIT FOR DIGIT -1');
    await rig.until(() => dialplan.clock.running > 0);

    channel.hangUp();

    expect(await agi.line()).toBe('200 result=-1');
    expect(await agi.line()).toBe('HANGUP');
    agi.end();
    await over;
  });

  it('ends by the command of the program, too', async () => {
    const { agi, channel, over } = await rig.run(['AGI(URL)']);

    expect(await agi.command('HANGUP')).toBe('200 result=1');
    expect(await agi.line()).toBe('HANGUP');
    agi.end();
    await over;
    expect(value(channel, 'AGISTATUS')).toBe('HANGUP');
  });

  it('ends by an application that the program runs, with its cause', async () => {
    const { agi, channel, over } = await rig.run(['AGI(URL)']);

    expect(await agi.command('EXEC Hangup 21')).toBe('200 result=-1');
    expect(await agi.line()).toBe('HANGUP');
    agi.end();
    await over;
    expect(channel.ending.cause).toBe(21);
  });

  it('is not told where AGISIGHUP says no', async () => {
    const { agi, channel, over } = await rig.run(['Set(AGISIGHUP=no)', 'AGI(URL)']);

    channel.hangUp();

    expect(await agi.command('NOOP')).toBe('200 result=0');
    agi.end();
    expect(await agi.rest()).toEqual([]);
    await over;
  });

  it('takes the conversation with it where AGIEXITONHANGUP says yes', async () => {
    const { agi, channel, over } = await rig.run(['Set(AGIEXITONHANGUP=yes)', 'AGI(URL)']);

    channel.hangUp();
    await over;

    expect(await agi.rest()).toEqual(['HANGUP']);
    expect(value(channel, 'AGISTATUS')).toBe('HANGUP');
    agi.end();
  });

  it('does not wait longer than 30 seconds for a server that goes on', async () => {
    const { agi, channel, over, dialplan } = await rig.run(['AGI(URL)']);
    channel.hangUp();
    expect(await agi.line()).toBe('HANGUP');
    agi.send('EXEC Wait 600');
    await rig.until(() => channel.position.application.name === 'Wait');
    await dialplan.pass(29_999);
    expect(value(channel, 'AGISTATUS')).toBeUndefined();

    await dialplan.pass(1);
    await over;

    expect(await agi.rest()).toEqual([]);
    agi.end();
  });

  it('may begin after the end, in the extension h', async () => {
    const { agi, over, channel, environment } = await rig.run([
      'Hangup()',
      `NoOp()\nexten => h,1,DeadAGI(URL/bye)\n same => n,Set(LAST=%{AGISTATUS})`,
    ]);

    expect(environment).toMatchObject({ agi_extension: 'h', agi_network_script: 'bye' });
    expect(await agi.command('GET VARIABLE HANGUPCAUSE')).toBe('200 result=1 (16)');
    expect(await agi.command('HANGUP')).toMatch(/^511/);
    agi.end();
    await over;
    expect([value(channel, 'AGISTATUS'), value(channel, 'LAST')]).toEqual(['SUCCESS', 'SUCCESS']);
  });

  it('that is redirected continues there immediately', async () => {
    const { agi, channel, over, dialplan } = await rig.run(['AGI(URL)', 'NoOp(never)', 'NoOp(here)']);
    agi.send('EXEC Wait 600');
    await rig.until(() => channel.position.application.name === 'Wait');

    dialplan.runner.redirect(channel, { context: 'default', extension: 's', priority: 3 });
    await over;

    expect(await agi.rest()).toEqual(['200 result=0', 'HANGUP']);
    expect(ran(dialplan.happened).slice(1)).toEqual(['default,s,3 NoOp(here)']);
    agi.end();
  });

  it('leaves no socket when the server closes, whatever the other side does', async () => {
    const { agi, channel, over, dialplan } = await rig.run(['AGI(URL)']);
    channel.hangUp();
    expect(await agi.line()).toBe('HANGUP');

    dialplan.closing.abort();
    await over;

    await agi.closed;
    expect(dialplan.clock.running).toBe(0);
    agi.end();
  });
});

describe('a server that misbehaves', () => {
  let rig: AgiRig;
  beforeAll(async () => {
    rig = await AgiRig.start();
  });
  afterAll(() => rig.close());

  it('is read no further than there is work to do', async () => {
    const { agi, channel, over } = await rig.run(['AGI(URL)']);
    agi.send('EXEC Wait 600');
    const flood = Buffer.from('NOOP and more of it\n'.repeat(10_000));
    // Socket buffers of the system take some of it; after that nothing moves until the command is over.
    for (let isFull = false; !isFull;) isFull = await fills(agi.socket, flood);

    channel.hangUp();
    agi.socket.destroy();
    await over;

    expect(value(channel, 'AGISTATUS')).toBe('HANGUP');
  });

  it('does not block other work while it sends endlessly', async () => {
    const { agi, channel, over } = await rig.run(['AGI(URL)']);
    const count = 5000;
    agi.socket.write('\n'.repeat(count));
    await agi.line();
    let turns = 0;
    let isOver = false;
    const turn = (): void => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    turn();
    for (let line = 1; line < count; line += 1) expect(await agi.line()).toBe('510 Invalid or unknown command');
    isOver = true;

    expect(turns).toBeGreaterThan(count / 100);
    agi.end();
    await over;
    expect(value(channel, 'AGISTATUS')).toBe('SUCCESS');
  });

  it('is not executed any further when it does not read the answers', async () => {
    const { agi, channel, over, dialplan } = await rig.run([`Set(LONG=${'x'.repeat(4000)})`, 'AGI(URL)']);
    agi.socket.pause();
    const commands = Buffer.from('GET VARIABLE LONG\n'.repeat(1000));
    for (let isFull = false; !isFull;) isFull = await fills(agi.socket, commands);

    channel.hangUp();
    await dialplan.pass(30_000);
    await over;
    await dialplan.pass(1000);

    await rig.until(() => dialplan.clock.running === 0);
    agi.socket.destroy();
    await rig.until(() => rig.server.size === 0);
  });
});

/** Whether the other side leaves what is written where it is. */
function fills(socket: Socket, bytes: Buffer): Promise<boolean> {
  return new Promise((resolve) => {
    let turns = 0;
    const look = (): void => {
      turns += 1;
      if (turns > 200) resolve(true);
      else setImmediate(look);
    };
    socket.write(bytes, () => resolve(false));
    look();
  });
}
