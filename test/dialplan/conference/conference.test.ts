import { readConfbridgeConf } from '../../../src/config/files/sound/confbridge-conf';
import { Findings } from '../../../src/config/reader/findings';
import type { Channel } from '../../../src/engine/calls/channel/channel';
import type { ChannelSound } from '../../../src/engine/audio/channel-sound';
import { aDialplanRig, nothingLeft, rest, value } from '../applications/calling/dial-rig';
import { noSound } from '../run-rig';

type Profile = Readonly<Record<string, string>>;

/** Profiles as a file would have them. */
const profiles = (sections: Readonly<Record<string, Profile>>) =>
  readConfbridgeConf(
    {
      file: 'confbridge.conf',
      sections: Object.entries(sections).map(([name, entries]) => ({
        name,
        template: false,
        file: 'confbridge.conf',
        line: 1,
        entries: Object.entries(entries).map(([key, text]) => ({
          key,
          value: text,
          inherited: false,
          file: 'confbridge.conf',
          line: 1,
        })),
      })),
    },
    new Findings(),
  );

const conferences = profiles({
  leader: { type: 'user', marked: 'yes', admin: 'yes' },
  guest: { type: 'user', wait_marked: 'yes' },
  dependent: { type: 'user', wait_marked: 'yes', end_marked: 'yes' },
  muted: { type: 'user', startmuted: 'yes' },
  short: { type: 'user', timeout: '5' },
  secret: { type: 'user', pin: '42' },
  small: { type: 'bridge', max_members: '1' },
  recorded: { type: 'bridge', record_conference: 'yes', record_file_timestamp: 'no' },
  keys: {
    type: 'menu',
    '1': 'toggle_mute',
    '12': 'leave_conference',
    '9': 'leave_conference',
    '7': 'admin_toggle_conference_lock',
    '8': 'admin_kick_last',
    '6': 'admin_toggle_mute_participants',
    '4': 'increase_listening_volume,increase_talking_volume',
    '5': 'dialplan_exec(default,aside,1)',
  },
});

/** Who is in the conference `room`, by what they have dialled. */
function aRoom() {
  const plan = `[default]
exten => anybody,1,ConfBridge(room)
 same => n,Goto(after,1)
exten => after,1,Wait(60)
exten => aside,1,Set(ASIDE=yes)
 same => n,Return()
exten => _kick-.,1,ConfKick(room,%{EXTEN:5})
 same => n,Wait(60)
`;
  const named = ['leader', 'guest', 'dependent', 'muted', 'short', 'secret', 'nobody']
    .map((name) => `exten => ${name},1,ConfBridge(room,,${name},keys)\n same => n,Goto(after,1)\n`)
    .join('');
  const small = 'exten => small,1,ConfBridge(room,small)\n same => n,Goto(after,1)\n';
  const own = `exten => own,1,Set(CONFBRIDGE(user,template)=guest)
 same => n,Set(CONFBRIDGE(user,startmuted)=yes)
 same => n,Set(CONFBRIDGE(menu,3)=leave_conference)
 same => n,ConfBridge(room)
 same => n,Goto(after,1)
`;
  const rig = aDialplanRig(`${plan}${named}${small}${own}`, { conferences });
  const enter = async (profile: string, id: string = profile): Promise<Channel> => {
    const { channel } = rig.comesIn(profile, id);
    await rest();
    return channel;
  };
  const inBridge = (): string[] => (rig.bridges.list()[0]?.members() ?? []).map(({ id }) => id);
  const press = async (channel: Channel, ...digits: readonly string[]): Promise<void> => {
    for (const digit of digits) channel.receive({ type: 'digit', digit, milliseconds: 100 });
    await rest();
  };
  const info = (item: string): string | undefined => {
    const result = rig.variables.read(undefined, `CONFBRIDGE_INFO(${item},room)`);
    return result.outcome === 'read' ? result.value : undefined;
  };
  return { ...rig, enter, inBridge, press, info };
}

const result = (channel: Channel): string | undefined => value(channel, 'CONFBRIDGE_RESULT');

describe('a conference', () => {
  it('brings those together who enter the same name, and ends with the last of them', async () => {
    const { enter, inBridge, bridges, leftOvers, pass } = aRoom();
    const [one, two] = [await enter('anybody', 'one'), await enter('anybody', 'two')];
    expect(inBridge()).toEqual(['one', 'two']);
    expect(bridges.list()[0]?.snapshot()).toMatchObject({ creator: 'ConfBridge', name: 'room' });
    expect([one.state, two.state]).toEqual(['Up', 'Up']);
    one.hangUp();
    await rest();
    expect(inBridge()).toEqual(['two']);
    two.hangUp();
    await pass(100);

    expect([result(one), result(two)]).toEqual(['HANGUP', 'HANGUP']);
    expect(leftOvers()).toEqual(nothingLeft);
  });

  it('lets guests wait until a leader is there, and again when the last one has left', async () => {
    const { enter, inBridge, info } = aRoom();
    await enter('guest');
    expect([inBridge(), info('waiting')]).toEqual([[], '1']);
    const leader = await enter('leader');
    expect([inBridge().sort(), info('waiting'), info('marked')]).toEqual([['guest', 'leader'], '0', '1']);
    leader.hangUp();
    await rest();

    expect([inBridge(), info('parties'), info('waiting')]).toEqual([[], '1', '1']);
  });

  it('removes those who depend on a leader when the last one leaves', async () => {
    const { enter, inBridge } = aRoom();
    const dependent = await enter('dependent');
    const [first, second] = [await enter('leader', 'first'), await enter('leader', 'second')];
    first.hangUp();
    await rest();
    expect(inBridge().sort()).toEqual(['dependent', 'second']);
    second.hangUp();
    await rest();

    expect(result(dependent)).toBe('ENDMARKED');
    expect(dependent.position.place.extension).toBe('after');
  });

  it('takes no more than it may, administrators aside', async () => {
    const { enter, info } = aRoom();
    await enter('small', 'one');
    const two = await enter('small', 'two');
    await enter('leader');

    expect([result(two), info('parties')]).toEqual(['FAILED', '2']);
  });

  it('mutes who starts muted, and whom an administrator mutes', async () => {
    const { enter, press, info } = aRoom();
    const [muted, leader, other] = [await enter('muted'), await enter('leader'), await enter('guest')];
    const areMuted = (): boolean[] => [muted, leader, other].map(({ audio }) => audio.settings.mutedIn);
    expect(areMuted()).toEqual([true, false, false]);
    await press(leader, '6');
    expect([areMuted(), info('muted')]).toEqual([[true, false, true], '2']);
    await press(leader, '6');

    expect(areMuted()).toEqual([false, false, false]);
  });

  it('is recorded among the others, even under a name that looks like a path', async () => {
    const files: string[] = [];
    const sound: ChannelSound = {
      ...noSound,
      recordBridge: async (_bridge, { name, format }) => {
        files.push(`${name}.${format}`);
        return { outcome: 'refused', reason: 'enough is known' };
      },
    };
    const rig = aDialplanRig('[default]\nexten => s,1,ConfBridge(../room,recorded)\n', {
      conferences,
      sound: () => sound,
    });
    rig.comesIn('s', 'one');
    await rest();

    expect(files).toEqual(['confbridge-..-room.wav']);
  });

  it('removes a participant after the timeout', async () => {
    const { enter, pass } = aRoom();
    const short = await enter('short');
    await pass(5000);

    expect(result(short)).toBe('TIMEOUT');
  });

  it('is entered with the PIN only, in three attempts', async () => {
    const { enter, press, inBridge, pass } = aRoom();
    const [right, wrong] = [await enter('secret', 'right'), await enter('secret', 'wrong')];
    await press(right, '4', '2', '#');
    for (let attempt = 0; attempt < 3; attempt += 1) await press(wrong, '1', '#');
    await pass(100);

    expect(inBridge()).toEqual(['right']);
    expect(result(wrong)).toBe('FAILED');
  });

  it('cannot be entered with a profile that there is not', async () => {
    const { enter, lines } = aRoom();

    expect(result(await enter('nobody'))).toBe('FAILED');
    expect(lines).toEqual([expect.stringContaining("there is no user profile 'nobody'")]);
  });

  it('is entered as the call has set it for itself', async () => {
    const { enter, press, info } = aRoom();
    const own = await enter('own');
    expect([info('waiting'), own.audio.settings.mutedIn]).toEqual(['1', true]);
    await press(own, '3');

    expect([result(own), own.audio.settings.mutedIn]).toEqual(['DTMF', false]);
  });
});

describe('the menu of a conference', () => {
  it('waits for longer sequences of digits, and then does what the shorter one says', async () => {
    const { enter, press, pass } = aRoom();
    const leader = await enter('leader');
    await press(leader, '1');
    expect(leader.audio.settings.mutedIn).toBe(false);
    await pass(2000);
    expect(leader.audio.settings.mutedIn).toBe(true);
    await press(leader, '1', '2');

    expect(result(leader)).toBe('DTMF');
  });

  it('changes volumes, runs the dialplan and passes over other digits', async () => {
    const { enter, press, inBridge } = aRoom();
    const leader = await enter('leader');
    await press(leader, '4', '0', '5', '*');

    expect([leader.audio.gain('in'), leader.audio.gain('out')]).toEqual([3, 3]);
    expect(value(leader, 'ASIDE')).toBe('yes');
    expect(inBridge()).toEqual(['leader']);
  });

  it('lets administrators lock the conference and remove the last participant, and only administrators', async () => {
    const { enter, press, info } = aRoom();
    const [leader, guest] = [await enter('leader'), await enter('guest')];
    await press(guest, '7', '8');
    expect([info('locked'), info('parties')]).toEqual(['0', '2']);
    await press(leader, '7');
    const late = await enter('guest', 'late');
    expect([info('locked'), result(late)]).toEqual(['1', 'FAILED']);
    await press(leader, '8');

    expect([result(guest), info('parties')]).toEqual(['KICKED', '1']);
  });
});

describe('ConfKick', () => {
  it.each([
    ['guest', ['KICKED', undefined], 'SUCCESS'],
    ['participants', ['KICKED', undefined], 'SUCCESS'],
    ['all', ['KICKED', 'KICKED'], 'SUCCESS'],
    ['somebody', [undefined, undefined], 'FAILURE'],
  ])('removes %s', async (who, results, status) => {
    const { enter } = aRoom();
    const [leader, guest] = [await enter('leader'), await enter('guest')];
    const kicker = await enter(`kick-${who}`);

    expect([result(guest), result(leader)]).toEqual(results);
    expect(value(kicker, 'CONFKICKSTATUS')).toBe(status);
  });
});
