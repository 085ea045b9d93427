import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from '../../src/shared/project-root';
import { isBuilt, Workshop } from '../support/server/http-process';

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
  // What was built is loaded much faster than the sources.
  const [folder, ...loader] = isBuilt() ? ['./dist/src'] : ['./src', '--require', require.resolve('tsx/cjs')];
  const script = `
    require('${folder}/composition/patchbay');
    process.stdout.write(JSON.stringify(Object.keys(require.cache).filter((file) => /validator-steps|openapi-validator/.test(file))));
  `;

  expect(execFileSync(process.execPath, [...loader, '-e', script], { cwd: root, encoding: 'utf8' })).toBe('[]');
});

describe('a server that was installed without what it can do without', () => {
  /** Node.js finds none of these packages, wherever they are installed. */
  const without = (...packages: readonly string[]): readonly string[] => {
    const hook = `
      const { Module } = require('node:module');
      const hidden = ${JSON.stringify(packages)};
      const resolve = Module._resolveFilename;
      Module._resolveFilename = function (request, ...rest) {
        if (!hidden.some((name) => request === name || request.startsWith(name + '/'))) return resolve.call(this, request, ...rest);
        throw Object.assign(new Error("Cannot find module '" + request + "'"), { code: 'MODULE_NOT_FOUND' });
      };
    `;
    return ['--require', join(workshop.folder({ 'hide.cjs': hook }), 'hide.cjs')];
  };

  it('serves its interface and its documentation', async () => {
    const folder = workshop.folder(files);
    const nodeOptions = without('express-openapi-validator', 'marked');
    const server = workshop.start(['serve', '--config', folder, '--state', `${folder}/state`], { nodeOptions });
    const origin = await server.ready();

    expect((await fetch(`${origin}/ari/server/ping?api_key=anna:secret`)).status).toBe(200);
    expect(await (await fetch(`${origin}/docs/events`)).text()).toContain('<h1 id=');
  });

  it('says in one sentence what the contract mode is missing', async () => {
    const folder = workshop.folder(files);
    const nodeOptions = without('express-openapi-validator');
    const server = workshop.start(['serve', '--contract', '--config', folder, '--state', `${folder}/state`], {
      nodeOptions,
    });

    const { code, stderr } = await server.finished;

    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^patchbay: --contract needs the package express-openapi-validator, which is not installed$/m,
    );
    expect(stderr).not.toContain('    at ');
  });
});
