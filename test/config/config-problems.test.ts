import { ConfFolders, ariConf, httpConf, listed } from './conf-folders';

const folders = new ConfFolders();
afterEach(() => folders.removeAll());

describe('problems of a configuration', () => {
  it('come all together, by file and line, and leave no configuration', () => {
    const { config, problems, folder } = folders.load({
      'http.conf': '[general]\nenabled = perhaps\nbindport = 70000\nbindadr = ::1\n[genral]\n',
      'ari.conf': '[anna]\ntype = user\nread_only = maybe\n',
    });

    expect(config).toBeUndefined();
    expect(listed(problems, folder)).toEqual([
      "http.conf:2: 'enabled' cannot be 'perhaps'; write yes or no",
      "http.conf:3: 'bindport' cannot be '70000'; write a whole number from 0 to 65535",
      "http.conf:4: unknown option 'bindadr' in [general]; did you mean 'bindaddr'?",
      "http.conf:5: unknown section [genral]; did you mean 'general'?",
      'ari.conf:1: [anna] has no password; add password = …',
      "ari.conf:3: 'read_only' cannot be 'maybe'; write yes or no",
    ]);
  });

  it('of a file that two others include are told once', () => {
    const files = { 'http.conf': `${httpConf}#include y.inc`, 'ari.conf': `${ariConf}#include y.inc`, 'y.inc': 'slip' };

    expect(folders.problems(files)).toHaveLength(1);
  });

  it('show no configuration option twice, but the last one counts', () => {
    const files = { 'http.conf': `${httpConf}bindport = 1\nbindport = 2\n`, 'ari.conf': ariConf };

    expect(folders.sound(files).http.bindPort).toBe(2);
    expect(folders.notices(files)).toEqual([
      "http.conf:5: 'bindport' was already given on line 4 of http.conf; this one counts",
    ]);
  });

  it.each(['yes', 'TRUE', 'y', 'T', '1', 'On'])('do not arise from %s for yes', (word) => {
    expect(folders.sound({ 'ari.conf': `${ariConf}read_only = ${word}` }).users[0]?.readOnly).toBe(true);
  });

  it.each(['no', 'FALSE', 'n', 'F', '0', 'Off'])('do not arise from %s for no', (word) => {
    expect(folders.sound({ 'ari.conf': `${ariConf}read_only = ${word}` }).users[0]?.readOnly).toBe(false);
  });

  it('arise from #exec unless asterisk.conf allows it', () => {
    const files = { 'http.conf': httpConf, 'ari.conf': `${ariConf}#exec "echo read_only=yes"` };
    const allowed = { ...files, 'asterisk.conf': '[options]\nexecincludes = yes\n' };

    expect(folders.problems(files)).toEqual([expect.stringMatching(/^ari\.conf:5: #exec is not allowed; /)]);
    expect(folders.sound(allowed).users[0]?.readOnly).toBe(true);
  });

  it('in sorcery.conf and modules.conf name the slip', () => {
    const files = {
      'sorcery.conf': '[res_ari]\nuser = memroy\n',
      'modules.conf': '[modules]\nautolaod = yes\nnoload = a b\n',
    };

    expect(folders.problems(files)).toEqual([
      "sorcery.conf:2: there is no store 'memroy'; did you mean 'memory'?",
      "modules.conf:2: unknown option 'autolaod' in [modules]; did you mean 'autoload'?",
      "modules.conf:3: 'noload' cannot be 'a b'; write the name of a module such as res_stasis.so",
    ]);
  });
});
