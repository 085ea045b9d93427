import type { Channel } from '../../../../src/engine/calls/channel/channel';
import type { TransferEvent } from '../../../../src/engine/engine-event';
import { aDialplanRig, nothingLeft, rest } from './dial-rig';

const extensions = `[default]
exten => s,1,Dial(Local/now@called,,T)
exten => called,1,Dial(Local/now@called,,t)
exten => plain,1,Dial(Local/now@called)
exten => 200,1,Answer(,i)
 same => n,Wait(600)
exten => 300,1,Hangup(17)
exten => 400,1,Ringing()
 same => n,Wait(600)
exten => 500,1,Ringing()
 same => n,Wait(5)
 same => n,Answer(,i)
 same => n,Wait(600)
exten => 600,1,Ringing()
 same => n,Wait(5)
 same => n,Hangup(17)
`;

/** A call that Dial has connected: its members, and what is reported of transfers. */
async function aConnectedCall(extension = 's') {
  const rig = aDialplanRig(extensions);
  const told: TransferEvent[] = [];
  rig.events.onAny('drain', (event) => {
    if (event.type === 'blind-transfer' || event.type === 'attended-transfer') told.push(event);
  });
  const { channel: caller } = rig.comesIn(extension);
  await rest();
  await rig.pass(100);
  const partnerOf = (channel: Channel): readonly Channel[] =>
    rig.bridges
      .of(channel)
      ?.members()
      .filter((member) => member !== channel) ?? [];
  const [peer] = partnerOf(caller);
  if (peer === undefined) throw new Error('the call was not connected');
  const press = async (channel: Channel, keys: string): Promise<void> => {
    for (const digit of keys) channel.receive({ type: 'digit', digit, milliseconds: 100 });
    await rest();
    await rig.pass(100);
  };
  const end = async (): Promise<unknown> => {
    for (const channel of rig.channels.list()) channel.hangUp();
    await rest();
    await rig.pass(2000);
    return rig.leftOvers();
  };
  return { ...rig, told, caller, peer, press, partnerOf, end };
}

const results = (told: readonly TransferEvent[]): readonly string[] =>
  told.flatMap((event) => {
    if (event.type === 'transfer-requested') return [];
    const kind = event.type === 'attended-transfer' ? event.destination.kind : 'blind';
    return [`${event.result} ${kind} ${event.isExternal ? 'external' : 'keyed in'}`];
  });

describe('keys for a blind transfer', () => {
  it('send the partner of the caller to the extension that follows', async () => {
    const call = await aConnectedCall();

    await call.press(call.caller, '#1200');

    expect(results(call.told)).toEqual(['success blind keyed in']);
    expect([call.caller.isEnding, call.peer.isEnding, call.peer.position.place.extension]).toEqual([
      true,
      false,
      '200',
    ]);
    expect(await call.end()).toEqual(nothingLeft);
  });

  it('send the caller where the callee may transfer', async () => {
    const call = await aConnectedCall('called');
    call.peer.variables.set('TRANSFER_CONTEXT', 'default');

    await call.press(call.peer, '#1200');

    expect(results(call.told)).toEqual(['success blind keyed in']);
    expect([call.caller.isEnding, call.caller.position.place.extension]).toEqual([false, '200']);
    expect(await call.end()).toEqual(nothingLeft);
  });

  it('do nothing for an extension that does not exist, which takes a while to find out', async () => {
    const call = await aConnectedCall();

    await call.press(call.caller, '#12');
    await call.pass(3000);

    expect(results(call.told)).toEqual([]);
    expect(call.partnerOf(call.caller)).toEqual([call.peer]);
    expect(await call.end()).toEqual(nothingLeft);
  });

  it.each([
    ['are passed on by the one who may not transfer', 'plain', '#1200'],
    ['are passed on when they do not go on', 's', '#'],
    ['are passed on when they become something else', 's', '#5'],
  ])('%s', async (_title, extension, keys) => {
    const call = await aConnectedCall(extension);
    const heard: string[] = [];
    const send = call.peer.line.send.bind(call.peer.line);
    jest.spyOn(call.peer.line, 'send').mockImplementation((signal) => {
      if (signal.type === 'digit') heard.push(signal.digit);
      send(signal);
    });

    await call.press(call.caller, keys);
    await call.pass(1500);

    expect(heard.join('')).toBe(keys);
    expect(results(call.told)).toEqual([]);
    expect(await call.end()).toEqual(nothingLeft);
  });
});

describe('keys for an attended transfer', () => {
  it('let the caller talk to the target while the partner waits', async () => {
    const call = await aConnectedCall();

    await call.press(call.caller, '*7200');

    const [target] = call.partnerOf(call.caller);
    expect(target?.name).toMatch(/^Local\/200@default/);
    expect(call.partnerOf(call.peer)).toEqual([]);
    expect(call.peer.isEnding).toBe(false);
    expect(await call.end()).toEqual(nothingLeft);
  });

  it('connect both with each other', async () => {
    const call = await aConnectedCall();
    await call.press(call.caller, '*7200');
    const [target] = call.partnerOf(call.caller);

    await call.press(call.caller, '*2');

    expect(results(call.told)).toEqual(['success bridge keyed in']);
    expect(call.partnerOf(call.peer)).toEqual([target]);
    expect(call.caller.isEnding).toBe(true);
    expect(await call.end()).toEqual(nothingLeft);
  });

  it('connect all three', async () => {
    const call = await aConnectedCall();
    await call.press(call.caller, '*7200');
    const [target] = call.partnerOf(call.caller);

    await call.press(call.caller, '*3');

    expect(results(call.told)).toEqual(['success threeway keyed in']);
    expect(call.partnerOf(call.caller)).toEqual([target, call.peer]);
    expect(await call.end()).toEqual(nothingLeft);
  });

  it('return to the partner', async () => {
    const call = await aConnectedCall();
    await call.press(call.caller, '*7200');

    await call.press(call.caller, '*1');

    expect(results(call.told)).toEqual([]);
    expect(call.partnerOf(call.caller)).toEqual([call.peer]);
    expect(call.channels.list()).toHaveLength(3);
    expect(await call.end()).toEqual(nothingLeft);
  });

  it.each([
    ['is busy', '300', 100],
    ['does not answer', '400', 16_000],
  ])('return to the partner when the target %s', async (_title, extension, milliseconds) => {
    const call = await aConnectedCall();

    await call.press(call.caller, `*7${extension}`);
    await call.pass(milliseconds);

    expect(call.partnerOf(call.caller)).toEqual([call.peer]);
    expect(await call.end()).toEqual(nothingLeft);
  });

  it('connect both when the one who transfers hangs up', async () => {
    const call = await aConnectedCall();
    await call.press(call.caller, '*7200');
    const [target] = call.partnerOf(call.caller);

    call.caller.farEndHungUp({ cause: 16 });
    await rest();

    expect(results(call.told)).toEqual(['success bridge keyed in']);
    expect(call.partnerOf(call.peer)).toEqual([target]);
    expect(await call.end()).toEqual(nothingLeft);
  });

  it('connect both as soon as the target answers when the one who transfers has hung up before', async () => {
    const call = await aConnectedCall();
    await call.press(call.caller, '*7500');
    call.caller.farEndHungUp({ cause: 16 });
    await rest();
    const meanwhile = [call.caller.isGone, call.peer.isEnding, results(call.told)];

    await call.pass(6000);

    const [target] = call.partnerOf(call.peer);
    expect(meanwhile).toEqual([true, false, []]);
    expect(target?.name).toMatch(/^Local\/500@default/);
    expect(results(call.told)).toEqual(['success bridge keyed in']);
    expect(await call.end()).toEqual(nothingLeft);
  });

  it.each([
    ['is busy', '600', 6000],
    ['does not answer', '400', 16_000],
  ])('end the call of the partner when the one who transfers has hung up and the target %s', async (...row) => {
    const [, extension, milliseconds] = row;
    const call = await aConnectedCall();
    await call.press(call.caller, `*7${extension}`);
    call.caller.farEndHungUp({ cause: 16 });
    await rest();
    const isWaiting = !call.peer.isEnding;

    await call.pass(milliseconds);

    expect([isWaiting, call.peer.isGone]).toEqual([true, true]);
    expect(results(call.told)).toEqual([]);
    expect(call.leftOvers()).toEqual(nothingLeft);
  });

  it('give the target up when the partner hangs up while it rings', async () => {
    const call = await aConnectedCall();
    await call.press(call.caller, '*7400');

    call.peer.farEndHungUp({ cause: 16 });
    await rest();
    await call.pass(100);

    expect(call.leftOvers()).toEqual(nothingLeft);
  });

  it('leave the caller with the target when the partner hangs up', async () => {
    const call = await aConnectedCall();
    await call.press(call.caller, '*7200');
    const [target] = call.partnerOf(call.caller);

    call.peer.farEndHungUp({ cause: 16 });
    await rest();

    expect(call.partnerOf(call.caller)).toEqual([target]);
    expect(await call.end()).toEqual(nothingLeft);
  });
});
