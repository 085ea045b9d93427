import type { Channel } from '../../../../src/engine/calls/channel/channel';
import { Channels } from '../../../../src/engine/calls/channel/channels';
import type { DigitTrain } from '../../../../src/engine/calls/channel/send-digits';
import { Endpoints } from '../../../../src/engine/endpoints';
import { CommandQueue } from '../../../../src/engine/audio/legs/command-queue';
import { DigitSender } from '../../../../src/engine/audio/digit-sender';
import { Plays } from '../../../../src/engine/audio/playing/plays';
import { ReplayClock } from '../../../contract/traces/replay/replay-clock';
import { CountingClock } from '../../../support/counting-clock';
import { anEngine } from '../../engine-rig';
import { channelId, legId } from '../../../../src/shared/ids';

const later = 60_000;

/** A channel whose far end notes what it is told and when, in milliseconds from the beginning: `200 1/100`. */
function aSender({ carriesDigits = true } = {}) {
  const engine = anEngine();
  const time = new ReplayClock();
  const clock = new CountingClock(time);
  const begin = time.now();
  const told: string[] = [];
  const channels = new Channels({
    ...engine,
    endpoints: new Endpoints(engine),
    systemName: '',
    shownVariables: () => [],
    read: () => undefined,
  });
  const channel: Channel = channels.make({
    id: channelId('c1'),
    name: 'Test/c1',
    technology: 'Test',
    state: 'Up',
    language: 'en',
    place: { context: 'default', extension: 's', priority: 1 },
    line: () => ({
      dial: () => ({ outcome: 'dialling' }),
      send: (signal) => {
        const what = signal.type === 'digit' ? `${signal.digit}/${signal.milliseconds}` : signal.type;
        told.push(`${time.now() - begin} ${what}`);
      },
      carries: (what) => what !== 'digit' || carriesDigits,
      hangUp: () => undefined,
    }),
  });
  const queue = new CommandQueue();
  const heard: string[] = [];
  const plays = new Plays({
    send: (command) => {
      if (command.do === 'play') heard.push(`${time.now() - begin} ${JSON.stringify(command.source)}`);
    },
  });
  const legs = { ofChannel: ({ id }: Channel) => ({ kind: 'leg', leg: legId(id) }) as const };
  const sender = new DigitSender({ clock, legs, plays, log: engine.log });
  const send = (digits: string, train: Partial<DigitTrain> = {}): void =>
    sender.send(channel, queue, { digits, duration: 100, between: 100, ...train });
  const pass = (milliseconds: number): void => {
    while (time.step(begin + milliseconds));
  };
  return { send, pass, told, heard, channel, queue, clock, lines: engine.lines };
}

describe('digits that are sent', () => {
  it('are heard at their ends, the first one after a moment of silence', () => {
    const { send, pass, told, clock } = aSender();
    send('23#', { before: 300, duration: 250, between: 200, after: 400 });
    pass(later);

    expect(told).toEqual(['650 2/250', '1100 3/250', '1550 #/250']);
    expect(clock.running).toBe(0);
  });

  it('are held up by pauses, and a flash takes no time of its own', () => {
    const { send, pass, told } = aSender();
    send('1w2Wf3');
    pass(later);

    expect(told).toEqual(['200 1/100', '900 2/100', '2000 flash', '2200 3/100']);
  });

  it('keep their letter case, and what is none of them is left out', () => {
    const { send, pass, told, lines } = aSender();
    send('x!dD\u{1F600}');
    pass(later);

    expect(told).toEqual(['200 d/100', '400 D/100']);
    expect(lines).toEqual(['info only digits can be sent {"channel":"c1","skipped":3}']);
  });

  it('wait until those before them are through, the time after the last one included', () => {
    const { send, pass, told } = aSender();
    send('12', { after: 1000 });
    send('3');
    pass(later);

    expect(told).toEqual(['200 1/100', '400 2/100', '1700 3/100']);
  });

  it('are not sent any more once the queue closes, and leave no timer', () => {
    const { send, pass, told, queue, clock } = aSender();
    send('123');
    send('4');
    pass(250);
    const quiet = queue.close();
    pass(later);

    expect(quiet).toBeUndefined();
    expect(told).toEqual(['200 1/100']);
    expect(clock.running).toBe(0);
  });

  it('end with the channel', () => {
    const { send, pass, told, channel, queue } = aSender();
    send('123');
    pass(250);
    channel.hangUp();
    pass(later);

    expect(told).toEqual(['200 1/100']);
    expect(queue.isIdle).toBe(true);
  });

  it('are heard from their beginnings where the technology does not carry them', () => {
    const { send, pass, told, heard } = aSender({ carriesDigits: false });
    send('15', { duration: 250, between: 200 });
    pass(later);

    expect(heard).toEqual([
      '100 {"kind":"tone","steps":[{"once":true,"frequencies":[697,1209],"isModulated":false,"duration":250}]}',
      '550 {"kind":"tone","steps":[{"once":true,"frequencies":[770,1336],"isModulated":false,"duration":250}]}',
    ]);
    // The line itself passes over what it does not carry.
    expect(told).toEqual(['350 1/250', '800 5/250']);
  });

  it('announce themselves to a far end that has not been answered', () => {
    const { send, pass, told, channel } = aSender();
    channel.setState('Ring');
    send('1');
    pass(later);

    expect(told).toEqual(['0 progress', '200 1/100']);
  });
});
