import { aDialplanRig, nothingLeft, rest } from './dial-rig';

describe('Bridge() with a channel that runs something else', () => {
  it.each([
    { options: '', afterwards: ['c1: next'], says: 'goes on with its dialplan' },
    { options: 'x', afterwards: [], says: 'is hung up' },
    { options: 'F(default^off^1)', afterwards: ['c1: off'], says: 'goes where the option says' },
  ])(
    'holds that up as long as they talk; then it $says with the options "$options"',
    async ({ options, afterwards }) => {
      const rig = aDialplanRig(`[default]
exten => s,1,Wait(60)
 same => n,Note(next)
exten => off,1,Note(off)
exten => join,1,Bridge(c1,${options})
 same => n,Note(%{BRIDGERESULT})
`);
      const one = rig.comesIn('s', 'c1');
      await rest();
      const two = rig.comesIn('join', 'c2');
      await rest();
      expect(rig.bridges.list().map(({ size }) => size)).toEqual([2]);

      await rig.pass(70_000);
      expect(rig.bridges.size).toBe(1);
      expect(rig.notes).toEqual([]);
      two.channel.hangUp(16);
      await rest();

      expect(rig.notes).toEqual(afterwards);
      await one.over;
      await two.over;
      await rest();
      expect(rig.leftOvers()).toEqual(nothingLeft);
    },
  );
});
