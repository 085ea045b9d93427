import { ConfFolders } from './conf-folders';

const folders = new ConfFolders();
afterEach(() => folders.removeAll());

describe('indications.conf', () => {
  it('names a country and has a zone per section', () => {
    const { indications } = folders.sound({
      'indications.conf': `[general]
country=DE
[us]
description = United States
ringcadence = 2000, 4000
dial = 350+440
Busy = 480+620/500,0/500
info = !950/330,!1400/330,!1800/330,0
mine = M69/100|0/100
chord = 350+375+400
[Office]
alias = US
`,
    });

    expect(indications).toEqual({
      country: 'de',
      zones: [
        {
          name: 'us',
          alias: undefined,
          description: 'United States',
          ringCadence: [2000, 4000],
          tones: {
            dial: '350+440',
            busy: '480+620/500,0/500',
            info: '!950/330,!1400/330,!1800/330,0',
            mine: 'M69/100|0/100',
            chord: '350+375+400',
          },
        },
        { name: 'office', alias: 'us', description: '', ringCadence: [], tones: {} },
      ],
    });
  });

  it('may be missing, which leaves the built-in zones', () => {
    expect(folders.sound({ 'http.conf': '[general]' }).indications).toEqual({ country: 'us', zones: [] });
  });

  it('reports where a tone or a cadence is malformed, which leaves the built-in one', () => {
    const files = {
      'indications.conf': '[general]\ncuntry=us\n[us]\nringcadence=long\ndial=350+440\nbusy=480+x/500,0/500\n',
    };

    expect(folders.sound(files).indications.zones).toMatchObject([{ ringCadence: [], tones: { dial: '350+440' } }]);
    expect(folders.load(files).ignored.map(({ line, what, why }) => [line, what, why])).toEqual([
      [2, "option 'cuntry' in [general]", "not known here; did you mean 'country'?"],
      [4, 'ringcadence = long', 'it must be milliseconds such as 2000,4000'],
      [6, "tone 'busy'", "'480+x/500' is not a part of a tone, such as 480+620/500 or !0/100"],
    ]);
  });
});
