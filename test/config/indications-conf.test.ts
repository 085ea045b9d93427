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

  it('is told where a tone or a cadence makes no sense', () => {
    expect(
      folders.problems({
        'indications.conf': '[general]\ncuntry=us\n[us]\nringcadence=long\ndial=350+440\nbusy=480+x/500,0/500\n',
      }),
    ).toEqual([
      "indications.conf:2: unknown option 'cuntry' in [general]; did you mean 'country'?",
      "indications.conf:4: 'ringcadence' cannot be 'long'; write milliseconds such as 2000,4000",
      "indications.conf:6: the tone 'busy' has a part '480+x/500'; write parts such as 480+620/500 or !0/100",
    ]);
  });
});
