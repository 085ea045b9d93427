import * as fc from 'fast-check';
import type { ToneZoneConfig } from '../../../../src/config/server-config';
import { Indications } from '../../../../src/engine/audio/sources/indications';
import { parseTonePattern } from '../../../../src/engine/audio/sources/tone-pattern';
import { builtInZones } from '../../../../src/engine/audio/sources/tone-zones';
import { makeLogger } from '../../../../src/shared/logger';

const step = (first: number, second = 0, given: object = {}) => ({
  once: false,
  frequencies: second === 0 ? [first] : [first, second],
  isModulated: false,
  duration: undefined,
  ...given,
});

describe('a tone pattern', () => {
  it.each([
    ['1000', [step(1000)]],
    ['350+440', [step(350, 440)]],
    ['480+620/500,0/500', [step(480, 620, { duration: 500 }), step(0, 0, { duration: 500 })]],
    ['400*25/100', [step(400, 25, { isModulated: true, duration: 100 })]],
    ['!950/330,0', [step(950, 0, { once: true, duration: 330 }), step(0)]],
    ['440/100|0/100', [step(440, 0, { duration: 100 }), step(0, 0, { duration: 100 })]],
    ['350+375+400', [{ ...step(350), frequencies: [350, 375, 400] }]],
    ['!350 + M69 + 0+500/80', [{ ...step(0), once: true, frequencies: [350, 440, 0, 500], duration: 80 }]],
    ['M69/200', [step(440, 0, { duration: 200 })]],
    ['M60+M69', [step(262, 440)]],
    [' 440 / 100 , 0 / 50 ', [step(440, 0, { duration: 100 }), step(0, 0, { duration: 50 })]],
    ['440/0', [step(440)]],
  ])('%s is understood', (text, steps) => {
    expect(parseTonePattern(text)).toEqual(steps);
  });

  it('leaves out parts that make no sense', () => {
    expect(
      parseTonePattern(`440/100,garbage,,99999999,M128,0/100,1*2*3,1*2+3,1+99999,${Array(17).fill('1').join('+')}`),
    ).toEqual([step(440, 0, { duration: 100 }), step(0, 0, { duration: 100 })]);
  });

  it.each(['', 'nosuchtone', 'garbage/x', '-5', '1.5', '440,|', '+440', '440/'])('is none in %p', (text) => {
    expect(parseTonePattern(text)).toBeUndefined();
  });

  it('is either understood or refused, whatever is written', () => {
    const signs = fc.string({ unit: fc.constantFrom(...'0123456789!+*/,|M -x'), maxLength: 30 });
    fc.assert(
      fc.property(fc.oneof(fc.string(), signs), (text) => {
        for (const { frequencies, duration } of parseTonePattern(text) ?? []) {
          for (const frequency of frequencies) expect(frequency >= 0 && frequency <= 24_000).toBe(true);
          expect(duration === undefined || duration > 0).toBe(true);
        }
      }),
    );
  });
});

describe('the built-in zones', () => {
  it('are the usual ones, and some tones are the same in every zone', () => {
    const known =
      'at au be bg br ch cl cn cz de dk ee es fi fr gr hu id il in it jp lt mx my nl no nz ph pl pt ru se sg th tw uk us us-old ve za';
    const tone = (name: string, of: string) => builtInZones.find((zone) => zone.name === name)?.tones[of];

    expect(builtInZones.map(({ name }) => name)).toEqual(known.split(' '));
    expect(tone('us', 'busy')).toBe('480+620/500,0/500');
    expect(tone('uk', 'ring')).toBe('400+450/400,0/200,400+450/400,0/2000');
    expect(tone('cz', 'dial')).toBe('425/330,0/330,425/660,0/660');
    expect(tone('in', 'dial')).toBe('400*25');
    expect(tone('cn', 'congestion')).toBe('450/700,0/700');
  });

  it('have every tone that callers can meet, all of it understood', () => {
    const names = ['dial', 'busy', 'ring', 'congestion', 'callwaiting', 'dialrecall', 'record', 'info', 'stutter'];
    for (const { tones, ringCadence } of builtInZones) {
      expect(Object.keys(tones).sort()).toEqual(names.toSorted());
      for (const text of Object.values(tones)) expect(parseTonePattern(text)).toHaveLength(text.split(',').length);
      expect(ringCadence.length % 2).toBe(0);
    }
  });
});

describe('looking for a tone', () => {
  const zone = (name: string, tones: Record<string, string>, given: Partial<ToneZoneConfig> = {}): ToneZoneConfig => ({
    name,
    description: '',
    ringCadence: [],
    tones,
    ...given,
  });
  const logged: unknown[] = [];
  const log = makeLogger((_level, fields) => logged.push(fields));
  const none = new Indications({ country: 'us', zones: [] }, log);

  it('takes it from the zone asked for, else from the zone of the channel, else from that of the country', () => {
    expect(none.findTone('dial', { zone: 'fr', channelZone: 'de' })).toEqual([step(440)]);
    expect(none.findTone('dial', { zone: 'nozone', channelZone: 'de' })).toEqual([step(425)]);
    expect(none.findTone('dial', { zone: 'nozone', channelZone: 'nowhere' })).toEqual([step(350, 440)]);
    expect(none.findTone('dial')).toEqual([step(350, 440)]);
    expect(new Indications({ country: 'de', zones: [] }, log).findTone('dial')).toEqual([step(425)]);
    expect(new Indications({ country: 'atlantis', zones: [] }, log).findTone('dial')).toEqual([step(350, 440)]);
  });

  it('says once of each zone that there is no such zone', () => {
    const indications = new Indications({ country: 'us', zones: [] }, log);
    logged.length = 0;
    for (const zone of ['nozone', 'nozone', 'us', 'else', '']) indications.findTone('dial', { zone, channelZone: '' });

    expect(logged).toEqual([{ zone: 'nozone' }, { zone: 'else' }]);
  });

  it('knows other zones when they have been read again', () => {
    const indications = new Indications({ country: 'us', zones: [] }, log);
    indications.reconfigure({ country: 'office', zones: [zone('office', { dial: '300' })] });

    expect(indications.findTone('dial')).toEqual([step(300)]);
  });

  it('reads what is not a name as a pattern, and finds nothing in what is neither', () => {
    expect(none.findTone('1000', { zone: 'us' })).toEqual([step(1000)]);
    expect(none.findTone('nosuchtone')).toBeUndefined();
    expect(none.findTone('')).toBeUndefined();
    expect(none.findTone('constructor')).toBeUndefined();
  });

  it('knows zones of a file, which change built-in ones of their name', () => {
    const zones = [zone('office', { doorbell: '!M76/300' }), zone('de', { dial: '400' })];
    const indications = new Indications({ country: 'office', zones }, log);

    expect(indications.findTone('doorbell')).toEqual([step(659, 0, { once: true, duration: 300 })]);
    expect(indications.findTone('busy')).toBeUndefined();
    expect(indications.findTone('dial', { zone: 'DE' })).toEqual([step(400)]);
    expect(indications.findTone('ring', { zone: 'de' })).toHaveLength(2);
  });

  it('follows a zone to the one that it is an alias of, and not in circles', () => {
    const zones = [
      zone('office', { dial: '300' }, { alias: 'annex' }),
      zone('annex', { busy: '600/100,0/100' }, { alias: 'uk' }),
      zone('one', { dial: '1' }, { alias: 'other' }),
      zone('other', { busy: '2' }, { alias: 'one' }),
    ];
    const indications = new Indications({ country: 'office', zones }, log);

    expect(indications.findTone('dial')).toEqual([step(300)]);
    expect(indications.findTone('busy')?.[0]).toMatchObject({ frequencies: [600] });
    expect(indications.findTone('ring')?.[0]).toMatchObject({ frequencies: [400, 450] });
    expect(indications.zone()).toMatchObject({ name: 'office', ringCadence: [400, 200, 400, 2000] });
    expect(indications.findTone('busy', { zone: 'one' })).toEqual([step(2)]);
  });
});
