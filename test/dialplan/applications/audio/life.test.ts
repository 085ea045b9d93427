import { readdirSync } from 'node:fs';
import { SeededRandom } from '../../../support/seeded-random';
import { settled } from '../../run-rig';
import { nothing, SoundRig } from './sound-rig';

const steps = [
  ...['Playback(long)', 'Playback(low&high&low)', 'BackGround(long)', 'ControlPlayback(long)', 'SayDigits(1212)'],
  ...['Record(r%d.wav)', 'Record(x.wav,1,,q)', 'Read(PIN,long)', 'Read(PIN,1300,,i)', 'ReadExten(EXT,low)', 'Echo()'],
  ...['MusicOnHold()', 'Milliwatt()', 'WaitExten(5,m)', 'Answer()'],
];

describe('calls with audio', () => {
  it.each([1, 2, 3])('leave nothing, whenever they are hung up (%d)', async (seed) => {
    const random = new SeededRandom(seed);
    const plan = steps.map((step, at) => `exten => ${at},1,StartMusicOnHold()\n same => n,${step}\n same => n,Goto(1)`);
    const rig = new SoundRig(`[default]\n${plan.join('\n')}\n`);
    try {
      const calls = Array.from({ length: 45 }, (_, at) => rig.call(String(at % steps.length), `c${at}`));
      while (calls.length > 0) {
        const at = random.below(calls.length);
        const call = calls[at];
        if (call === undefined) continue;
        const what = random.below(6);
        if (what === 0) call.channel.hangUp();
        else if (what === 1) call.phone.destroy();
        else if (what === 2) rig.press(call, '#');
        else if (what === 3) await settled();
        else if (what === 4) await rig.pass(20 * (1 + random.below(5)));
        else rig.dialplan.runner.redirect(call.channel, { context: 'default', extension: '0', priority: 1 });
        if (what < 2) calls.splice(at, 1);
      }

      expect(await rig.leftOvers()).toEqual(nothing);
      expect(readdirSync(rig.recorded('')).filter((name) => !/^(r\d+|x)\.wav$/.test(name))).toEqual([]);
    } finally {
      await rig.close();
    }
  });
});
