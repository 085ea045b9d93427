import type { EventEmitter } from 'node:events';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import type { AddressInfo, Server } from 'node:net';
import { projectRoot } from '../../src/shared/project-root';
import { CallRig } from '../support/calls/call-rig';
import { IvrCaller } from '../support/calls/ivr-call';

interface Answer {
  readonly code: number;
  readonly result: string;
  readonly value?: string;
}
type Commands = Readonly<
  Record<
    | ('answer' | 'hangup' | 'exec' | 'noop' | 'channelStatus' | 'streamFile' | 'getData' | 'sayDigits')
    | ('setVariable' | 'getVariable' | 'getFullVariable' | 'databasePut' | 'databaseGet' | 'databaseDel'),
    (...given: readonly (string | number)[]) => Promise<Answer>
  >
>;
/** What ding-dong makes of a call: an operation per command, and events. */
type Context = EventEmitter & Commands & { readonly end: () => Promise<void> };

const makeServer = createRequire(__filename)('ding-dong') as (handler: (context: Context) => void) => {
  /** As a text: a port of 0 would be taken for none. */
  readonly start: (port: string, host: string) => Server;
};

const dialplan = (port: number): string => `
exten => ivr,1,AGI(agi://127.0.0.1:${port}/ivr?lang=en,first)
 same => n,UserEvent(back)
 same => n,Wait(600)
`;

describe('ding-dong 0.1.7', () => {
  let rig: CallRig;
  let server: Server;
  const calls: ((context: Context) => void)[] = [];
  beforeAll(async () => {
    server = makeServer((context) => calls.shift()?.(context)).start('0', '127.0.0.1');
    if (!server.listening) await once(server, 'listening');
    rig = await CallRig.start(dialplan((server.address() as AddressInfo).port), {
      'asterisk.conf': `[directories]\nastdatadir => ${projectRoot(__dirname)}\n`,
    });
  });
  afterEach(() => rig.clear());
  afterAll(async () => {
    await rig.close();
    await new Promise((resolve) => server.close(resolve));
  });

  /** Calls, and gives what the library made of the call. */
  async function call(id: string) {
    const come = new Promise<Context>((resolve) => calls.push(resolve));
    const caller = await IvrCaller.call(rig, 'ivr', id);
    const context = await come;
    const [variables] = (await once(context, 'variables')) as [Readonly<Record<string, string>>];
    return { caller, context, variables };
  }

  it('runs an IVR from the answer to the hangup', async () => {
    const { caller, context, variables } = await call('c1');
    expect(variables).toMatchObject({
      agi_network_script: 'ivr?lang=en',
      agi_uniqueid: 'c1-far',
      agi_callerid: '100',
      agi_calleridname: 'Anna',
      agi_extension: 'ivr',
      agi_arg_1: 'first',
    });

    expect(await context.channelStatus()).toEqual({ code: 200, result: '4' });
    expect(await context.answer()).toEqual({ code: 200, result: '0' });
    await caller.answered();
    expect((await context.streamFile('hello-world', '#')).result).toMatch(/^0 endpos=[1-9]\d+$/);
    await caller.hears();
    await context.streamFile('silence/1', '#');

    const pin = context.getData('please-enter-your-number', 20_000, 4);
    await caller.hears();
    await caller.press('1234');
    expect(await pin).toEqual({ code: 200, result: '1234' });

    expect(await context.setVariable('PIN', 'one two 34')).toEqual({ code: 200, result: '1' });
    expect(await context.getVariable('PIN')).toEqual({ code: 200, result: '1', value: 'one two 34' });
    expect(await context.getVariable('NEVER_SET')).toEqual({ code: 200, result: '0' });
    expect(await context.getFullVariable(['$', '{CALLERID(num)}'].join(''))).toMatchObject({ value: '100' });
    expect(await context.exec('Set', 'BY_EXEC=yes')).toEqual({ code: 200, result: '0' });
    expect(await context.getVariable('BY_EXEC')).toMatchObject({ value: 'yes' });
    expect(await context.exec('NoSuchApplication')).toEqual({ code: 200, result: '-2' });

    expect(await context.databaseGet('menu', 'language')).toEqual({ code: 200, result: '0' });
    expect(await context.databasePut('menu', 'language', 'en')).toEqual({ code: 200, result: '1' });
    expect(await context.databaseGet('menu', 'language')).toMatchObject({ result: '1', value: 'en' });
    expect(await context.databaseDel('menu', 'language')).toEqual({ code: 200, result: '1' });

    await context.streamFile('silence/1', '#');
    const saying = context.sayDigits('1234567890', '#');
    await caller.hears();
    await caller.press('#');
    expect(await saying).toEqual({ code: 200, result: '35' });

    const ended = once(context, 'hangup');
    expect(await context.hangup()).toEqual({ code: 200, result: '1' });
    await ended;
    await context.end();
    await caller.gone(16);
    expect(caller.heard).toContain('ChannelVarset c1-far PIN=one two 34');
    expect(caller.heard).toContain('ChannelVarset c1-far AGISTATUS=HANGUP');
    expect(caller.heard).not.toContain('ChannelUserevent c1-far back');
  });

  it('gives a call back to the dialplan', async () => {
    const { caller, context } = await call('c2');
    await context.answer();
    await context.end();
    await caller.until('ChannelUserevent c2-far back');
    await caller.hangUp();
    await caller.gone(16);

    expect(caller.heard).toContain('ChannelVarset c2-far AGISTATUS=SUCCESS');
  });

  it('is told of a hangup in the middle, and may still do what needs no call', async () => {
    const { caller, context } = await call('c3');
    await context.answer();
    await caller.answered();
    const ended = once(context, 'hangup');
    const pin = context.getData('please-enter-your-number', 20_000, 4);
    await caller.hears();

    await caller.hangUp();

    expect(await pin).toEqual({ code: 200, result: '-1' });
    await ended;
    expect(await context.databasePut('left', 'c3', 'yes')).toEqual({ code: 200, result: '1' });
    expect(await context.setVariable('LEFT', 'yes')).toEqual({ code: 200, result: '1' });
    await context.end();
    await caller.gone(16);
    expect(caller.heard.filter((line) => line.includes('Varset c3-far'))).toEqual([
      'ChannelVarset c3-far LEFT=yes',
      'ChannelVarset c3-far AGISTATUS=HANGUP',
    ]);
  });
});
