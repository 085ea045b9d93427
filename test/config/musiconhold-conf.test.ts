import { ConfFolders, ariConf, httpConf } from './conf-folders';

const folders = new ConfFolders();
afterEach(() => folders.removeAll());

/** A class that says nothing of how it is heard. */
const plain = { announcement: '', loopsLast: false, answeredOnly: false, digit: '' };
const withFile = (text: string) => ({ 'http.conf': httpConf, 'ari.conf': ariConf, 'musiconhold.conf': text });

describe('musiconhold.conf', () => {
  it('has a class per section', () => {
    const text = `[general]
preferchannelclass = no
cachertclasses = yes
[default]
mode = files
directory = moh
[jazz]
mode = files
directory = /srv/jazz
sort = randstart
[old]
mode = files
directory = old
random = yes
`;

    expect(folders.sound(withFile(text)).music).toEqual({
      prefersChannelClass: false,
      classes: [
        { ...plain, name: 'default', directory: 'moh', entries: [], sort: 'alpha' },
        { ...plain, name: 'jazz', directory: '/srv/jazz', entries: [], sort: 'randstart' },
        { ...plain, name: 'old', directory: 'old', entries: [], sort: 'random' },
      ],
    });
  });

  it('may be missing, and there is a default class all the same', () => {
    expect(folders.sound({ 'http.conf': httpConf }).music).toEqual({
      prefersChannelClass: true,
      classes: [{ ...plain, name: 'default', directory: 'moh', entries: [], sort: 'alpha' }],
    });
  });

  it('may say how a class is heard', () => {
    const text =
      '[a]\nmode=files\ndirectory=moh\nannouncement=please-wait\nloop_last=yes\nansweredonly=yes\ndigit=#\n[b]\nmode=files\ndirectory=moh\nannouncement=https://host/a.wav\ndigit=\n';

    expect(folders.sound(withFile(text)).music.classes).toMatchObject([
      { name: 'a', announcement: 'please-wait', loopsLast: true, answeredOnly: true, digit: '#' },
      { name: 'b', announcement: '', loopsLast: false, answeredOnly: false, digit: '' },
    ]);
    expect(folders.notices(withFile(text))).toEqual([
      "musiconhold.conf:11: 'announcement' cannot be a web address, so there is none",
    ]);
  });

  it('says which classes have no music here', () => {
    const text =
      '[stream]\nmode=custom\n[gsm]\nmode=custom\napplication=x\nformat=gsm\n[old]\nmode=mp3\n[bare]\nmode=files\napplication=x\n[none]\ndirectory=moh\n';

    expect(folders.notices(withFile(text))).toEqual([
      'musiconhold.conf:1: the class [stream] names no application, so it has no music',
      expect.stringMatching(
        /^musiconhold.conf:3: the class \[gsm\] has a program with the format 'gsm'; it must be one of slin, /,
      ),
      "musiconhold.conf:8: the class [old] has the mode 'mp3'; only mode = files, playlist and custom have music here",
      'musiconhold.conf:9: the class [bare] names no directory, so it has no music',
      "musiconhold.conf:11: 'application' counts only with mode = custom",
      'musiconhold.conf:12: the class [none] says no mode; only mode = files, playlist and custom have music here',
    ]);
    expect(folders.sound(withFile(text)).music.classes).toEqual([
      { ...plain, name: 'bare', directory: '', entries: [], sort: 'alpha' },
    ]);
  });

  it('may have a program make the music of a class', () => {
    const text = `[radio]
mode = custom
application = /usr/bin/player  --quiet -r 16000
format = slin16
directory = nodir
answeredonly = yes
digit = 5
[plain]
mode = custom
application = player
directory = pieces
kill_method = process
kill_escalation_delay = 100
sort = random
`;

    expect(folders.sound(withFile(text)).music.classes).toMatchObject([
      {
        name: 'radio',
        directory: '',
        answeredOnly: true,
        digit: '5',
        program: {
          command: ['/usr/bin/player', '--quiet', '-r', '16000'],
          format: 'slin16',
          killsGroup: true,
          killDelay: 500,
        },
      },
      {
        name: 'plain',
        directory: 'pieces',
        program: { command: ['player'], format: 'slin', killsGroup: false, killDelay: 100 },
      },
    ]);
    expect(folders.notices(withFile(text))).toEqual([
      "musiconhold.conf:14: 'sort' counts only with mode = files or playlist",
    ]);
  });

  it('may list the pieces of a class', () => {
    const text = `[far]
mode = playlist
entry = https://host/a.wav
entry = moh/b
[empty]
mode = playlist
directory = moh
[mixed]
mode = files
directory = moh
entry = a
`;

    expect(folders.sound(withFile(text)).music.classes).toEqual([
      { ...plain, name: 'far', directory: '', entries: ['https://host/a.wav', 'moh/b'], sort: 'alpha' },
      { ...plain, name: 'empty', directory: '', entries: [], sort: 'alpha' },
      { ...plain, name: 'mixed', directory: 'moh', entries: [], sort: 'alpha' },
    ]);
    expect(folders.notices(withFile(text))).toEqual([
      "musiconhold.conf:7: 'directory' counts only with mode = files or custom",
      'musiconhold.conf:5: the class [empty] has no entry, so it has no music',
      "musiconhold.conf:11: 'entry' counts only with mode = playlist",
    ]);
  });

  it('reports where an option is invalid', () => {
    const files = withFile('[default]\nmode=files\ndirectory=moh\nsort=loudest\nvolume=11\ndigit=12\n');

    expect(folders.sound(files).music.classes).toMatchObject([{ sort: 'alpha', digit: '' }]);
    expect(folders.load(files).ignored.map(({ line, what, why }) => [line, what, why])).toEqual([
      [4, 'sort = loudest', 'it must be random, randstart or alpha'],
      [5, "option 'volume' in [default]", 'not known here'],
      [6, 'digit = 12', 'it must be one of the digits 0 to 9, *, #, A, B, C and D'],
    ]);
  });
});
