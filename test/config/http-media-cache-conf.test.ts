import { loadConfig } from '../../src/config/load-config';
import { isPermitted } from '../../src/shared/network/address-rules';
import { projectRoot } from '../../src/shared/project-root';
import { ConfFolders, ariConf, httpConf } from './conf-folders';

const folders = new ConfFolders();
afterEach(() => folders.removeAll());

const withFile = (text: string) => ({ 'http.conf': httpConf, 'ari.conf': ariConf, 'http_media_cache.conf': text });

describe('http_media_cache.conf', () => {
  it('may be missing, and nothing is fetched then', () => {
    expect(folders.sound({ 'http.conf': httpConf }).remoteMedia).toEqual({
      enabled: false,
      timeout: 30_000,
      maxFileBytes: 10_485_760,
      maxCacheBytes: 268_435_456,
      maxRedirects: 5,
      userAgent: 'Patchbay',
      protocols: ['http', 'https'],
      rules: [],
    });
  });

  it('says what may be fetched, how much of it, and from where', () => {
    const text = `[general]
enabled = yes
timeout_secs = 5
max_size = 1000
cache_size = 0
max_redirects = 0
user_agent = Test/1.0 (x)
protocols = https
deny = 0.0.0.0/0
permit = 192.0.2.0/24
acl = lab
`;
    const acl = '[lab]\ndeny = 192.0.2.7\n';
    const { rules, ...others } = folders.sound({ ...withFile(text), 'acl.conf': acl }).remoteMedia;

    expect(others).toEqual({
      enabled: true,
      timeout: 5000,
      maxFileBytes: 1000,
      maxCacheBytes: 0,
      maxRedirects: 0,
      userAgent: 'Test/1.0 (x)',
      protocols: ['https'],
    });
    expect(['192.0.2.1', '192.0.2.7', '10.0.0.1'].map((address) => isPermitted(rules, address))).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('reports where an option is invalid', () => {
    const text = `[general]
enabled = perhaps
timeout_secs = 0
max_size = 0
protocols = ftp
user_agent = Bär
deny = everybody
acl = none
max_redirect = 5
`;

    expect(folders.problems(withFile(text))).toEqual([
      "http_media_cache.conf:2: 'enabled' cannot be 'perhaps'; write yes or no",
      "http_media_cache.conf:3: 'timeout_secs' cannot be '0'; write seconds, a whole number from 1",
      "http_media_cache.conf:4: 'max_size' cannot be '0'; write a whole number from 1",
      "http_media_cache.conf:5: 'protocols' cannot be 'ftp'; write http or https",
      "http_media_cache.conf:6: 'user_agent' cannot be 'Bär'; write a text of plain letters, digits and signs",
      expect.stringContaining("http_media_cache.conf:7: 'deny' cannot be 'everybody'"),
      "http_media_cache.conf:8: there is no acl 'none' in acl.conf; remove it",
      "http_media_cache.conf:9: unknown option 'max_redirect' in [general]; did you mean 'max_redirects'?",
    ]);
    expect(folders.problems(withFile('[general]\nenabled = yes\nprotocols = ,\n'))).toEqual([
      "http_media_cache.conf:3: 'protocols' is empty; name http, https or both",
    ]);
  });

  it('is found under the name that existing servers give it, and follows no redirects where it says so', () => {
    const text = '[general]\nenabled = yes\nfollow_location = false\nmax_redirects = 8\ndeny = ::/0\n';
    const files = { 'http.conf': '[general]', 'res_http_media_cache.conf': text };

    expect(folders.sound(files).remoteMedia).toMatchObject({ enabled: true, maxRedirects: 0 });
    expect(folders.sound({ ...files, 'http_media_cache.conf': '[general]\n' }).remoteMedia.enabled).toBe(false);
  });

  it('says when it opens the whole network, and when it opens nothing', () => {
    expect(folders.notices(withFile('[general]\nenabled = yes\n'))).toEqual([
      'http_media_cache.conf:1: users who may play sounds can make this server send requests to any address: add deny lines for your own networks',
    ]);
    expect(folders.notices(withFile('[general]\ntimeout_secs = 60\nproxy = p:80\n'))).toEqual([
      'http_media_cache.conf:1: nothing is fetched: [general] does not say enabled = yes',
      'http_media_cache.conf: without effect here: proxy',
    ]);
  });

  it('is shipped switched off, and with private networks closed for when it is switched on', () => {
    const { config } = loadConfig({ folder: `${projectRoot()}/config`, env: {}, flags: {} });
    const rules = config?.remoteMedia.rules ?? [];
    const closed = [
      '127.0.0.1',
      '10.1.2.3',
      '172.31.0.1',
      '192.168.7.7',
      '169.254.169.254',
      '0.0.0.0',
      '::ffff:10.0.0.1',
    ];
    const alsoClosed = ['::', '::1', 'fd00::1', 'fe80::1', '64:ff9b::a00:1'];

    expect(config?.remoteMedia.enabled).toBe(false);
    expect([...closed, ...alsoClosed].filter((address) => isPermitted(rules, address))).toEqual([]);
    expect(['192.0.2.1', '8.8.8.8', '2001:db8::1'].every((address) => isPermitted(rules, address))).toBe(true);
  });
});
