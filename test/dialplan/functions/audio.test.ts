import { aVariablesRig, valueOf } from '../expressions/variables-rig';

function aRig() {
  const rig = aVariablesRig();
  const { variables, channel } = rig;
  const read = (name: string): string | undefined => valueOf(variables, channel, name);
  const write = (name: string, value: string): string => variables.write(channel, { name, value }).outcome;
  const press = (digit: string): void => channel.receive({ type: 'digit', digit, milliseconds: 80 });
  return Object.assign(rig, { read, write, press, audio: channel.audio });
}

describe('VOLUME', () => {
  it.each([
    ['3', 9.54, '3'],
    ['-2', -6.02, '-2'],
    ['0.5', -6.02, '-2'],
    [' 1.5 ', 3.52, '1.5'],
    ['1', 0, '0'],
    ['0', 0, '0'],
    ['-100', -40, '-100'],
  ])('multiplies or divides by %j', (given, decibels, shown) => {
    const { read, write, audio } = aRig();

    expect(write('VOLUME(TX)', given)).toBe('written');
    expect(audio.gain('out')).toBeCloseTo(decibels, 2);
    expect([audio.gain('in'), read('VOLUME(tx)'), read('VOLUME(RX)')]).toEqual([0, shown, '0']);
  });

  it.each([
    ['VOLUME(TX)', 'loud'],
    ['VOLUME(TX)', ''],
    ['VOLUME(TX)', '101'],
    ['VOLUME(TX)', '0.001'],
    ['VOLUME(TX)', 'Infinity'],
    ['VOLUME(BOTH)', '2'],
    ['VOLUME()', '2'],
    ['CHANNEL(rxgain)', '41'],
    ['CHANNEL(txgain)', 'loud'],
    ['CHANNEL(txgain)', ''],
    ['CHANNEL(digitdetect)', 'perhaps'],
    ['MUTEAUDIO(all)', 'perhaps'],
    ['MUTEAUDIO(sideways)', 'on'],
  ])('and the like do not take %s=%s, and say why', (name, value) => {
    const { variables, channel, audio } = aRig();

    expect(variables.write(channel, { name, value })).toEqual({
      outcome: 'refused',
      reason: expect.stringMatching(/^(VOLUME|CHANNEL|MUTEAUDIO)\(.*\) cannot be '.*': ./) as string,
    });
    expect(audio.changed).toEqual([]);
  });

  it('is the same setting as the gains of CHANNEL, which are in decibels', () => {
    const { read, write } = aRig();
    expect([read('CHANNEL(rxgain)'), read('CHANNEL(txgain)')]).toEqual(['0', '0']);
    write('VOLUME(RX)', '-4');
    write('CHANNEL(txgain)', '6.5');

    expect([read('CHANNEL(rxgain)'), read('CHANNEL(txgain)')]).toEqual(['-12.04', '6.5']);
    expect(read('VOLUME(TX)')).toBe('2.113');
  });

  it('goes up and down by the digits of the caller, if it was asked to', () => {
    const { read, write, press } = aRig();
    press('*');
    write('VOLUME(RX,p)', '0');
    write('VOLUME(RX,p)', '0');
    for (const digit of '**#5*') press(digit);
    expect([read('CHANNEL(rxgain)'), read('CHANNEL(txgain)')]).toEqual(['6', '0']);
    for (let more = 0; more < 20; more += 1) press('*');
    expect(read('CHANNEL(rxgain)')).toBe('40');
    write('VOLUME(RX)', '0');
    press('#');

    expect(read('CHANNEL(rxgain)')).toBe('0');
  });
});

describe('MUTEAUDIO', () => {
  it('mutes and unmutes in either direction', () => {
    const { write, audio } = aRig();
    write('MUTEAUDIO(all)', 'on');
    write('MUTEAUDIO(out)', 'off');

    expect(audio.settings).toMatchObject({ mutedIn: true, mutedOut: false });
  });
});

describe('CHANNEL(digitdetect)', () => {
  it('is off until it is turned on', () => {
    const { read, write, audio } = aRig();
    const before = read('CHANNEL(digitdetect)');
    write('CHANNEL(digitdetect)', 'Yes');

    expect([before, read('CHANNEL(digitdetect)'), audio.settings.findsDigits]).toEqual(['0', '1', true]);
    write('CHANNEL(digitdetect)', 'off');
    expect(audio.changed).toEqual([]);
  });
});
