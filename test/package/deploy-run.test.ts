import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../src/shared/project-root';
import { Terminal } from '../guides/terminal';
import { basic } from '../support/server/http-client';
import { sharedForeignProject } from './foreign-project';

const root = projectRoot(__dirname);
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');
const dockerfile = textOf('Dockerfile').replace(/\\\n/g, ' ');
const listOf = (instruction: string): readonly string[] =>
  JSON.parse(new RegExp(`^${instruction}.*?(\\[.*\\])$`, 'm').exec(dockerfile)?.[1] ?? '[]') as string[];
const unit = textOf('deploy/patchbay.service');
const settingOf = (name: string): string => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '';

describe('what the container and the service unit run, outside of them', () => {
  const project = sharedForeignProject();

  /** Their folders for configuration and state are folders of the project here. */
  const environment = (): NodeJS.ProcessEnv => {
    const [etc, state] = ['etc', 'var'].map((name) => join(project().folder, name));
    const settings = [settingOf('Environment'), /^ENV (.*)$/m.exec(dockerfile)?.[1] ?? ''];
    // The same for both.
    expect(new Set(settings).size).toBe(1);
    const words = (settings[0] ?? '').replace('/etc/patchbay', etc ?? '').replace('/var/lib/patchbay', state ?? '');
    return {
      ...project().env,
      ...Object.fromEntries(words.split(' ').map((word) => word.split('=') as [string, string])),
    };
  };

  beforeAll(() => {
    // As the Dockerfile does: the shipped configuration, away from the package.
    const etc = join(project().folder, 'etc');
    mkdirSync(etc, { recursive: true });
    cpSync(join(project().folder, 'node_modules/patchbay/config'), etc, { recursive: true });
  });

  it('checks the configuration, serves with its sounds, is healthy, and ends well when it is asked to', async () => {
    const env = environment();
    const checked = execFileSync('sh', ['-c', settingOf('ExecStartPre')], {
      env,
      cwd: project().folder,
      encoding: 'utf8',
    });
    expect(checked).toContain('The configuration is valid.');
    const command = [...listOf('ENTRYPOINT'), ...listOf('CMD')].join(' ');
    expect(settingOf('ExecStart')).toBe(`/usr/bin/env ${command}`);

    const server = Terminal.start(command, { env, cwd: project().folder });
    try {
      const line = await server.prints(['interface …']);
      const url = /http:\/\/[^/]+/.exec(line)?.[0] ?? '';
      const answer = await fetch(`${url}/ari/sounds/hello-world`, {
        headers: { authorization: basic('demo:patchbay-demo') },
      });
      const [program = '', ...args] = listOf('HEALTHCHECK');
      const health = (port: string) => spawnSync(program, args, { env: { ...env, PATCHBAY_PORT: port } }).status;

      expect(answer.status).toBe(200);
      expect([health(new URL(url).port), health('1')]).toEqual([0, 1]);
      expect(await server.interrupt('SIGTERM')).toBe(0);
    } finally {
      await server.kill();
    }
  });

  const verifier = spawnSync('systemd-analyze', ['--version']).status === 0;
  (verifier ? it : it.skip)(
    `is a unit that systemd accepts${verifier ? '' : ' (skipped: systemd is not installed)'}`,
    () => {
      const { status, stdout, stderr } = spawnSync(
        'systemd-analyze',
        ['verify', join(root, 'deploy/patchbay.service')],
        {
          encoding: 'utf8',
        },
      );

      expect([status, stdout, stderr.split('\n').filter((line) => line.includes('patchbay.service'))]).toEqual([
        0,
        '',
        [],
      ]);
    },
  );
});

describe('the compose file', () => {
  const compose = textOf('deploy/compose.yml');

  it('is indented by two blanks, without tabs, and names every key of a service once', () => {
    const lines = compose.split('\n').filter((line) => line !== '' && !/^\s*#/.test(line));
    const keys = lines.filter((line) => /^ {4}\w/.test(line)).map((line) => line.trim().split(':')[0]);

    expect(lines.filter((line) => /\t/.test(line) || (/^ */.exec(line)?.[0].length ?? 0) % 2 === 1)).toEqual([]);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('mounts what the image declares as volumes, and gives calls time to end', () => {
    const mounted = [...compose.matchAll(/^ {6}- [^:]+:([^:\s]+)/gm)].map(([, path]) => path);
    const [, seconds = '0'] = /stop_grace_period: (\d+)s/.exec(compose) ?? [];

    expect(mounted).toEqual(listOf('VOLUME'));
    expect(Number(seconds)).toBe(Number(settingOf('TimeoutStopSec')));
    expect(compose).toMatch(/read_only: true/);
  });
});
