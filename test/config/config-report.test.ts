import { formatConfigReport } from '../../src/config/config-report';
import { loadConfig } from '../../src/config/load-config';
import { shippedUser } from '../../src/config/shipped-user';
import { projectRoot } from '../../src/shared/project-root';
import { ConfFolders, ariConf, httpConf } from './conf-folders';

const folders = new ConfFolders();
afterEach(() => folders.removeAll());

const machine = { hostName: 'host', currentFolder: '/here', hardwareAddresses: ['00:11:22:33:44:55'] };
const report = (files: Readonly<Record<string, string>>) => {
  const loaded = folders.load(files, { machine });
  return formatConfigReport(loaded).replaceAll(`${loaded.folder}/`, '').split('\n');
};

describe('the report of check-config', () => {
  it('tells what a sound configuration would do, and no password', () => {
    const text = report({
      'http.conf': `${httpConf}prefix = pbx\ntlsenable = yes\ntlsbindaddr = [::1]:99\ntlscertfile = c.pem\n`,
      'c.pem': '',
      'ari.conf': `${ariConf}read_only = yes\nmethods = GET\ndeny = 10.0.0.0/8
[bob]\ntype = user\npassword = secret\n
[out]\ntype = outbound_websocket\nwebsocket_client_id = far\napps = ivr,queue\nlocal_ari_user = bob\n`,
      'websocket_client.conf': '[far]\ntype=websocket_client\nconnection_type=persistent\nuri=ws://127.0.0.1/\n',
      'modules.conf': '[modules]\nautoload = yes\nnoload = res_x\n',
      'sorcery.conf': '[res_ari]\nuser = memory\n',
    });

    expect(text).toEqual([
      'The configuration is valid.',
      '  serves     http://127.0.0.1:8088/pbx/ari',
      '             https://[::1]:99/pbx/ari',
      '  users      anna (read-only; by address; methods GET)',
      '             bob',
      '  outbound   out: ivr, queue at far',
      '  log        console: notice, warning, error',
      '  modules    all, except res_x',
      '  stores     res_ari/user: memory',
      '  entity id  00:11:22:33:44:55',
      '  folders    recordings /here/.patchbay/spool/recording',
      '             sounds /here/.patchbay/data/sounds',
      '             logs /here/.patchbay/log',
      '             database /here/.patchbay/database',
      '',
    ]);
    expect(text.join('\n')).not.toContain('secret');
  });

  it('tells every problem, and that the server would not start', () => {
    expect(report({ 'http.conf': '[general]\nenabled = maybe\ntlsenabel = 1\n' })).toEqual([
      "problem: http.conf:2: 'enabled' cannot be 'maybe'; write yes or no",
      "problem: http.conf:3: unknown option 'tlsenabel' in [general]; did you mean 'tlsenable'?",
      '',
      'notice: http.conf: the server will not listen: [general] does not say enabled = yes',
      '',
      '2 problems: Patchbay would not start with this configuration.',
      '',
    ]);
  });

  it('lists what is ignored in one table, by file and line', () => {
    const { folder, ...loaded } = folders.load({
      'http.conf': `${httpConf}enable_static = yes\n#include "more/http.inc"\n`,
      'more/http.inc': '\n# a note\n',
      'ari.conf': ariConf,
      'logger.conf': `[logfiles]\nfull => error,${'x'.repeat(80)}\n`,
      'queues.conf': '',
      'pjsip.conf': '[phone]\ntype = endpoint\nt38_udptl = yes\n',
    });

    expect(
      formatConfigReport({ folder, ...loaded })
        .split('\n')
        .slice(0, 8),
    ).toEqual([
      'Ignored:',
      '  file           line  what                                                          why',
      "  more/http.inc     2  '# a note'                                                    '#' is not a directive",
      '  http.conf         4  enable_static                                                 without effect here',
      '  pjsip.conf        3  t38_udptl                                                     without effect here',
      `  logger.conf       2  level '${'x'.repeat(52)}…  not known here`,
      '  queues.conf          whole file                                                    not used here',
      '',
    ]);
  });

  it('tells when nothing would be served', () => {
    expect(report({ 'ari.conf': ariConf })).toContain('  serves     nothing: the HTTP server is off');
    expect(report({ 'http.conf': httpConf, 'ari.conf': '[general]\nenabled = no' })).toContain(
      '  serves     http://127.0.0.1:8088 (the interface is off)',
    );
  });
});

describe('the shipped configuration', () => {
  const load = (bind?: string) => loadConfig({ folder: `${projectRoot()}/config`, env: {}, flags: { bind } });

  it('is sound, serves this machine and lets the demo user in', () => {
    const { config, problems, notices } = load();

    expect(problems).toEqual([]);
    expect(notices).toEqual([]);
    expect(config?.http).toMatchObject({ enabled: true, bindAddress: '127.0.0.1', bindPort: 8088 });
    expect(config?.users).toMatchObject([shippedUser]);
    expect(config?.pjsip.transports).toMatchObject([
      { protocol: 'udp', host: '127.0.0.1', port: 5060 },
      { protocol: 'tcp', host: '127.0.0.1', port: 5060 },
    ]);
    expect(config?.pjsip.endpoints.map(({ id }) => id)).toEqual(['alice', 'bob']);
    expect(config?.modules.autoload).toBe(true);
    expect(config?.logger.channels.map(({ name }) => name)).toEqual(['console', 'messages.log', 'security.log']);
  });

  it('does not open up to others', () => {
    expect(load('0.0.0.0').config).toBeUndefined();
  });
});
