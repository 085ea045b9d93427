import type { OutgoingTransfer, TransferResult } from '../../../../src/engine/calls/transfer/transfer';
import type { ChannelSignal } from '../../../../src/engine/calls/channel/signal';
import { aDialplan, lines, settled, value } from '../../run-rig';
import { SoundRig } from '../audio/sound-rig';

describe('Transfer', () => {
  const status = (channel: Parameters<typeof value>[0]) =>
    ['TRANSFERSTATUS', 'TRANSFERSTATUSPROTOCOL'].map((name) => value(channel, name));

  it.each([
    ['Transfer(100)', { outcome: 'transferred', code: 0 }, ['SUCCESS', '0'], ['100']],
    ['Transfer(test/100)', { outcome: 'transferred', code: 0 }, ['SUCCESS', '0'], ['100']],
    ['Transfer(Test/sip:a@b)', { outcome: 'refused', code: 603 }, ['FAILURE', '603'], ['sip:a@b']],
    ['Transfer(Other/100)', { outcome: 'transferred', code: 0 }, ['FAILURE', '0'], []],
    ['Transfer()', { outcome: 'transferred', code: 0 }, ['FAILURE', '0'], []],
  ] as const)('%s on a line that answers %j ends in %j', async (step, result, expected, asked) => {
    const transfers: string[] = [];
    const transfer = ({ destination }: OutgoingTransfer): TransferResult => {
      transfers.push(destination);
      return result;
    };
    const { aChannel, start } = aDialplan(lines(step), { transfer });
    const channel = aChannel();
    await start(channel);

    expect(status(channel)).toEqual(expected);
    expect(transfers).toEqual(asked);
  });

  it('waits for a far end that takes its time', async () => {
    let answer: (result: TransferResult) => void = () => undefined;
    const transfer = () => new Promise<TransferResult>((resolve) => (answer = resolve));
    const { aChannel, start } = aDialplan(lines('Transfer(100)', 'Wait(60)'), { transfer });
    const channel = aChannel();
    void start(channel);
    await settled();
    expect(channel.position.application.name).toBe('Transfer');
    answer({ outcome: 'refused', code: 486 });
    await settled();

    expect(status(channel)).toEqual(['FAILURE', '486']);
    expect(channel.position.application.name).toBe('Wait');
    channel.hangUp();
  });

  it('waits no longer than the call lasts', async () => {
    const transfer = () => new Promise<TransferResult>(() => undefined);
    const { aChannel, start } = aDialplan(lines('Transfer(100)'), { transfer });
    const channel = aChannel();
    const run = start(channel);
    channel.hangUp();
    await run;

    expect(status(channel)).toEqual(['FAILURE', '0']);
  });

  it('is not supported where the technology has nothing of the kind, as Local has not', async () => {
    const { aChannel, start } = aDialplan(lines('Transfer(100)'));
    const channel = aChannel();
    await start(channel);
    const rig = new SoundRig(lines('Transfer(Local/100@default)', 'Wait(60)'));
    const call = rig.call();
    await rig.until(() => call.channel.position.application.name === 'Wait');

    for (const one of [channel, call.channel]) expect(status(one)).toEqual(['UNSUPPORTED', '0']);
    await rig.close();
  });
});

describe('SendText', () => {
  const status = (channel: Parameters<typeof value>[0]) =>
    ['SENDTEXTSTATUS', 'SENDTEXTTYPE'].map((name) => value(channel, name));
  const sent = async (steps: readonly string[], carriesText?: 'basic' | 'enhanced') => {
    const { aChannel, start } = aDialplan(lines(...steps), carriesText && { carriesText });
    const channel = aChannel();
    await start(channel);
    return { channel, sent: channel.line.sent };
  };
  const named = [
    'Set(SENDTEXT_FROM_DISPLAYNAME=Anna)',
    'Set(SENDTEXT_TO_DISPLAYNAME=Ben)',
    'Set(SENDTEXT_CONTENT_TYPE=text/html)',
  ];

  it.each<[string, readonly string[], ChannelSignal]>([
    ['what it is given', ['SendText(hello, you)'], { type: 'text', text: 'hello, you' }],
    ['lines as backslashes write them', ['SendText(one\\ntwo)'], { type: 'text', text: 'one\ntwo' }],
    ['the variable before all else', ['Set(SENDTEXT_BODY=hey)', 'SendText(no)'], { type: 'text', text: 'hey' }],
    ['only the text where nothing else is carried', [...named, 'SendText(hi)'], { type: 'text', text: 'hi' }],
  ])('sends %s', async (_title, steps, signal) => {
    const { channel, sent: signals } = await sent(steps, 'basic');

    expect(signals).toEqual([signal]);
    expect(status(channel)).toEqual(['SUCCESS', 'BASIC']);
  });

  it('sends names and the type where the technology carries them', async () => {
    const { channel, sent: signals } = await sent([...named, 'SendText(hi)'], 'enhanced');

    expect(signals).toEqual([{ type: 'text', text: 'hi', contentType: 'text/html', fromName: 'Anna', toName: 'Ben' }]);
    expect(status(channel)).toEqual(['SUCCESS', 'ENHANCED']);
  });

  it.each([
    ['no text is given', ['SendText()'], 'basic', ['FAILURE', 'NONE']],
    ['the technology carries none', ['SendText(hi)'], undefined, ['UNSUPPORTED', 'NONE']],
    [
      'it is no text, and only text is carried',
      ['Set(SENDTEXT_CONTENT_TYPE=image/png)', 'SendText(hi)'],
      'basic',
      ['UNSUPPORTED', 'NONE'],
    ],
  ] as const)('sends nothing when %s', async (_title, steps, carriesText, expected) => {
    const { channel, sent: signals } = await sent(steps, carriesText);

    expect(signals).toEqual([]);
    expect(status(channel)).toEqual(expected);
  });

  it('reaches the other end of a Local channel', async () => {
    const rig = new SoundRig(lines('SendText(hello)', 'Wait(60)'));
    const call = rig.call();
    const heard: ChannelSignal[] = [];
    call.phone.onSignal((signal) => heard.push(signal));
    await rig.until(() => call.channel.position.application.name === 'Wait');

    expect(heard).toEqual([{ type: 'text', text: 'hello' }]);
    expect(status(call.channel)).toEqual(['SUCCESS', 'BASIC']);
    await rig.close();
  });
});
