import { eventually } from '../../../support/eventually';
import { lines } from '../../run-rig';
import { SoundRig } from './sound-rig';

describe('SayUnixTime', () => {
  let rig: SoundRig;
  afterEach(() => rig.close());
  const place = (call: ReturnType<SoundRig['call']>) =>
    `${call.channel.position.place.extension},${call.channel.position.place.priority}`;

  it.each(['SayUnixTime', 'DateTime'])('%s answers, says the moment by its format, and goes on', async (name) => {
    rig = new SoundRig(lines(`${name}(1700000000,UTC,'low''high')`, 'Wait(60)'));
    const call = rig.call();
    await rig.playing();
    expect(call.channel.state).toBe('Up');
    await rig.pass(300);
    expect(place(call)).toBe('s,1');
    const isOver = async (): Promise<boolean> => {
      await rig.pass(20);
      return place(call) === 's,2';
    };
    await eventually(isOver, () => `the call stays at ${place(call)}`);

    expect(rig.dialplan.lines).toEqual([]);
  });

  it('is interrupted by digits that are dialled, where it is told to', async () => {
    rig = new SoundRig(lines("SayUnixTime(,,'long',j)", 'Wait(60)\nexten => 5,1,Wait(60)'));
    const call = rig.call();
    await rig.playing();
    rig.press(call, '5');
    await rig.pass(100);

    expect(place(call)).toBe('5,1');
  });

  it('says what is wrong with an invalid moment', async () => {
    rig = new SoundRig(lines('SayUnixTime(noon)', 'Wait(60)'));
    const call = rig.call();
    await rig.until(() => call.channel.position.application.name === 'Wait');

    expect(rig.dialplan.lines).toEqual([expect.stringContaining('SayUnixTime needs seconds since 1970')]);
  });
});
