import { execFileSync } from 'node:child_process';
import { projectRoot } from '../../src/shared/project-root';
import { Workshop } from '../support/http-process';

const root = projectRoot(__dirname);
const workshop = new Workshop();
afterEach(() => workshop.clean());

const files = {
  'http.conf': '[general]\nenabled = yes\nbindaddr = 127.0.0.1\nbindport = 0\n',
  'ari.conf': '[general]\n[anna]\ntype = user\npassword = secret\n',
};

it('the contract mode judges when it is asked for', async () => {
  const folder = workshop.folder(files);
  const server = workshop.start(['serve', '--contract', '--config', folder, '--state', `${folder}/state`]);
  const origin = await server.ready();

  const answer = await fetch(`${origin}/ari/server/ping?api_key=anna:secret`);

  expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ ping: 'pong' })]);
});

it('a server that is not in contract mode does not load what judges', () => {
  const script = `
    require('./src/composition/patchbay');
    process.stdout.write(JSON.stringify(Object.keys(require.cache).filter((file) => /validator-steps|openapi-validator/.test(file))));
  `;
  const loader = ['--require', require.resolve('tsx/cjs')];

  expect(execFileSync(process.execPath, [...loader, '-e', script], { cwd: root, encoding: 'utf8' })).toBe('[]');
});
