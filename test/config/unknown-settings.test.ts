import type { ConfigSource } from '../../src/config/load-config';
import { ConfFolders, ariConf, httpConf, listed } from './conf-folders';

const folders = new ConfFolders();
afterEach(() => folders.removeAll());

describe('what only this server does not know', () => {
  const ignoredIn = (files: Readonly<Record<string, string>>, source: Partial<ConfigSource> = {}) => {
    const { config, problems, ignored, folder } = folders.load(files, source);
    return {
      isSound: config !== undefined,
      problems: listed(problems, folder),
      rows: ignored.map(({ file, line, what, why }) => [file.slice(folder.length + 1), line, what, why]),
    };
  };

  it.each([
    ['http.conf', `${httpConf}proxy_protocol = yes\n`, 4, "option 'proxy_protocol' in [general]", 'not known here'],
    [
      'http.conf',
      `${httpConf}sevrername = x\n`,
      4,
      "option 'sevrername' in [general]",
      "not known here; did you mean 'servername'?",
    ],
    ['http.conf', `${httpConf}# a note\n`, 4, "'# a note'", "'#' is not a directive"],
    ['http.conf', `${httpConf}[websites]\nx = y\n`, 4, '[websites]', 'not known here'],
    ['ari.conf', `${ariConf}[robot]\ntype = robot\n`, 6, '[robot]', "unknown type 'robot'"],
    ['ari.conf', `${ariConf}[note]\ntext = x\n`, 5, '[note]', 'it has no type'],
    ['asterisk.conf', '[options]\nfuture = 1\n', 2, "option 'future' in [options]", 'not known here'],
    [
      'asterisk.conf',
      '[directories]\nastfuturedir = /x\n',
      2,
      "option 'astfuturedir' in [directories]",
      'not known here',
    ],
    [
      'modules.conf',
      '[modules]\nautoload = yes\nload = a b\n',
      3,
      'load = a b',
      'it must be the name of a module such as res_stasis.so',
    ],
    [
      'modules.conf',
      '[modules]\nautoload = yes\nrequire = chan_sip.so\n',
      3,
      'require = chan_sip.so',
      'there is no such module here',
    ],
    [
      'logger.conf',
      '[logfiles]\nfull => notice,warnig\n',
      2,
      "level 'warnig' of 'full'",
      "not known here; did you mean 'warning'?",
    ],
    [
      'logger.conf',
      '[logfiles]\nfull => [xml]error\n',
      2,
      "format [xml] of 'full'",
      'not known here, so it is [default]',
    ],
    [
      'logger.conf',
      '[general]\nrotatestrategy = daily\n[logfiles]\n',
      2,
      'rotatestrategy = daily',
      'it must be sequential, rotate, timestamp or none',
    ],
    ['rtp.conf', '[general]\nbundle = yes\n', 2, "option 'bundle' in [general]", 'not known here'],
    [
      'sorcery.conf',
      '[res_mwi_external]\nmailboxes = memroy\n',
      2,
      'mailboxes = memroy in [res_mwi_external]',
      "there is no store 'memroy' here",
    ],
    ['dsp.conf', '[default]\nnoise = 1\n', 2, "option 'noise' in [default]", 'not known here'],
    ['dsp.conf', '[default]\nno sign\n', 2, "'no sign'", 'the line has no ='],
    ['chan_websocket.conf', '[global]\nbuffer = 1\n', 2, "option 'buffer' in [global]", 'not known here'],
    [
      'http_media_cache.conf',
      '[general]\nenabled = no\nretries = 3\n',
      3,
      "option 'retries' in [general]",
      'not known here',
    ],
    ['queues.conf', 'not even = in a section\n', undefined, 'whole file', 'not used here'],
    ['queues.conf', '[broken\n', undefined, 'whole file', 'not used here'],
    ['sip.conf', '', undefined, 'whole file', 'not used here: phones are described in pjsip.conf or phones.conf'],
    ['extensions.lua', '', undefined, 'whole file', 'the dialplan is read from extensions.conf only'],
  ])('is ignored in %s: %j', (file, text, line, what, why) => {
    const { isSound, problems, rows } = ignoredIn(
      { 'http.conf': httpConf, 'ari.conf': ariConf, [file]: text },
      { modules: ['res_ari'] },
    );

    expect([isSound, problems]).toEqual([true, []]);
    expect(rows).toEqual([[file, line, what, why]]);
  });

  it.each([
    ['http.conf', `${httpConf}bindadr = 127.0.0.1\n`, 4, "unknown option 'bindadr'"],
    ['http.conf', `${httpConf}tlsenabel = yes\n`, 4, "unknown option 'tlsenabel'"],
    ['http.conf', `${httpConf}tlsenable yes\n`, 4, 'the line has no ='],
    ['http.conf', `${httpConf}[/metrics]\ntype = restriction\nforbid = 0.0.0.0/0\n`, 6, "unknown option 'forbid'"],
    ['ari.conf', `${ariConf}raed_only = yes\n`, 5, "unknown option 'raed_only'"],
    ['ari.conf', `${ariConf}quota = 5\n`, 5, "unknown option 'quota'"],
    ['ari.conf', `${ariConf}[bob]\npassword = x\n`, 5, '[bob] has no type'],
    ['ari.conf', `${ariConf}[bob]\ntype = robot\npassword = x\n`, 6, "[bob] has the unknown type 'robot'"],
    ['ari.conf', `[general]\nenabeld = no\n${ariConf}`, 2, "unknown option 'enabeld'"],
    ['ari.conf', `${ariConf}#exec users.sh\n`, 5, '#exec is not allowed'],
    ['acl.conf', '[office]\ndney = 0.0.0.0/0\n', 2, "unknown option 'dney'"],
    ['acl.conf', '[office]\nforbid = 0.0.0.0/0\n', 2, "unknown option 'forbid'"],
    [
      'websocket_client.conf',
      '[far]\ntype = websocket_client\nuri = ws://127.0.0.1/\nverify = no\n',
      4,
      "unknown option 'verify'",
    ],
    ['http_media_cache.conf', '[general]\nenabled = yes\ndney = 10.0.0.0/8\n', 3, "unknown option 'dney'"],
    ['modules.conf', '[modules]\nnolaod = res_stasis\n', 2, "unknown option 'nolaod'"],
    ['rtp.conf', '[general]\nrtpstrat = 10000\n', 2, "unknown option 'rtpstrat'"],
    ['sorcery.conf', '[res_ari]\nuser = memroy\n', 2, "there is no store 'memroy'"],
    ['sorcery.conf', '[res_pjsip]\nendpoint = memroy\n', 2, "there is no store 'memroy'"],
    ['logger.conf', '[logfile]\nfull => error\n', 1, 'unknown section [logfile]'],
  ])('is refused in %s where calls, users or security depend on it: %j', (file, text, line, problem) => {
    const { isSound, problems } = ignoredIn({ 'http.conf': httpConf, 'ari.conf': ariConf, [file]: text });

    expect(isSound).toBe(false);
    expect(problems).toEqual([expect.stringContaining(`${file}:${line}: ${problem}`)]);
  });

  it('is not reported for files that only sorcery.conf names', () => {
    const { isSound, rows } = ignoredIn({
      'http.conf': httpConf,
      'ari.conf': ariConf,
      'sorcery.conf': '[res_mwi_external]\nmailboxes = config,mailboxes.conf,criteria=type=mailboxes\n',
      'mailboxes.conf': 'early = 1\n[broken\n#include "missing.conf"\n',
    });

    expect(isSound).toBe(true);
    expect(rows).toEqual([['mailboxes.conf', undefined, 'whole file', 'not used here']]);
  });
});
