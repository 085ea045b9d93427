import type { Technology, Where } from './transfer-rig';
import { aTransferRig } from './transfer-rig';
import { nothingLeft, rest } from './dial-rig';

const technologies: readonly Technology[] = ['line', 'Local'];
const clean = { ...nothingLeft, sessions: 0 };

describe('a blind transfer', () => {
  /** What the far end is told, and what is reported of the transfer and of whoever takes the place. */
  type Row = readonly [where: Where, situation: string, extension: string, told: string, event: string];
  const rows: readonly Row[] = [
    ['application', 'success', 'now', 'invalid', 'invalid'],
    ['application', 'unknown target', 'nosuch', 'no-target', ''],
    ['dialplan', 'success', 'now', 'invalid', 'invalid'],
    ['dialplan', 'unknown target', 'nosuch', 'no-target', ''],
    ["application's bridge", 'success', 'now', 'transferred', 'success pair'],
    ["application's bridge", 'busy', 'busy', 'transferred', 'success pair'],
    ["application's bridge", 'no answer', 'rings', 'transferred', 'success pair'],
    ["application's bridge", 'target hangs up', 'short', 'transferred', 'success pair'],
    ["application's bridge", 'transferee hangs up', 'now', 'transferred', 'success pair'],
    ["application's bridge", 'transferer hangs up', 'now', 'transferred', 'success pair'],
    ["application's bridge", 'unknown target', 'nosuch', 'no-target', ''],
    ['Dial', 'success', 'now', 'transferred', 'success'],
    ['Dial', 'busy', 'busy', 'transferred', 'success'],
    ['Dial', 'no answer', 'rings', 'transferred', 'success'],
    ['Dial', 'target hangs up', 'short', 'transferred', 'success'],
    ['Dial', 'transferee hangs up', 'now', 'transferred', 'success'],
    ['Dial', 'transferer hangs up', 'now', 'transferred', 'success'],
    ['Dial', 'unknown target', 'nosuch', 'no-target', ''],
  ];
  const cases = technologies.flatMap((technology) => rows.map((row) => [technology, ...row] as const));

  it.each(cases)('of a %s in: %s, %s', async (technology, where, situation, extension, told, event) => {
    const rig = aTransferRig();
    const { channel, partner } = await rig.place(where, technology);

    const progress = await rig.transfer(channel, { extension });

    expect(progress).toEqual([told]);
    expect(
      rig.told.map(({ type, ...facts }) =>
        [
          type === 'blind-transfer' && 'result' in facts ? facts.result : type,
          'replacement' in facts && facts.replacement !== undefined ? 'pair' : '',
        ]
          .join(' ')
          .trim(),
      ),
    ).toEqual(event === '' ? [] : [event]);
    if (situation === 'transferee hangs up') partner?.farEndHungUp({ cause: 16 });
    if (situation === 'transferer hangs up') channel.farEndHungUp({ cause: 16 });
    await rest();
    await rig.pass(3000);
    if (situation === 'success' && told === 'transferred') expect(partner?.isEnding).toBe(false);
    expect(await rig.end()).toEqual(clean);
  });
});

describe('an attended transfer', () => {
  type Row = readonly [first: Where, second: Where, told: string, event: string];
  const rows: readonly Row[] = [
    ["application's bridge", "application's bridge", 'transferred', 'success link'],
    ["application's bridge", 'application', 'transferred', 'success application'],
    ["application's bridge", 'Dial', 'transferred', 'success link'],
    ["application's bridge", 'dialplan', 'transferred', 'success application'],
    ['Dial', "application's bridge", 'transferred', 'success link'],
    ['Dial', 'application', 'transferred', 'success application'],
    ['Dial', 'Dial', 'transferred', 'success bridge'],
    ['Dial', 'dialplan', 'transferred', 'success application'],
    ['application', "application's bridge", 'transferred', 'success application'],
    ['application', 'Dial', 'transferred', 'success application'],
    ['application', 'application', 'invalid', 'invalid fail'],
    ['application', 'dialplan', 'invalid', 'invalid fail'],
    ['dialplan', "application's bridge", 'transferred', 'success application'],
    ['dialplan', 'dialplan', 'invalid', 'invalid fail'],
  ];
  const endings = ['nobody', 'the transferee', 'the target', 'the transferer'] as const;
  const cases = technologies.flatMap((technology) =>
    rows.flatMap((row) => endings.map((ending) => [technology, ...row, ending] as const)),
  );

  it.each(cases)('of a %s from %s to %s is %s (%s), and then %s hangs up', async (...row) => {
    const [technology, where, target, told, event, ending] = row;
    const rig = aTransferRig();
    const first = await rig.place(where, technology);
    const second = await rig.place(target, technology);

    const progress = await rig.transfer(first.channel, { extension: 'now', second: second.channel });

    expect(progress).toEqual([told]);
    expect(
      rig.told.map((each) =>
        each.type === 'attended-transfer' ? `${each.result} ${each.destination.kind}` : each.type,
      ),
    ).toEqual([event]);
    if (told === 'transferred') expect(second.channel.isEnding).toBe(true);
    const leaving = {
      nobody: [],
      'the transferee': [first.partner],
      'the target': [second.partner],
      'the transferer': [first.channel],
    };
    for (const channel of leaving[ending]) channel?.farEndHungUp({ cause: 16 });
    await rest();
    await rig.pass(1000);
    expect(await rig.end()).toEqual(clean);
  });

  it.each(technologies)('of a %s to a call that has ended is invalid', async (technology) => {
    const rig = aTransferRig();
    const first = await rig.place("application's bridge", technology);
    const second = await rig.place('application', technology);
    second.channel.farEndHungUp({ cause: 17 });

    expect(await rig.transfer(first.channel, { extension: 'now', second: second.channel })).toEqual(['invalid']);
    expect(await rig.end()).toEqual(clean);
  });

  it.each(technologies)('of a %s to a call elsewhere needs an extension for it', async (technology) => {
    const rig = aTransferRig();
    const { channel } = await rig.place("application's bridge", technology);

    expect(await rig.transfer(channel, { extension: 'now', second: 'elsewhere' })).toEqual(['no-target']);
    expect(await rig.end()).toEqual(clean);
  });
});
