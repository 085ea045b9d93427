import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { projectRoot } from '../../src/shared/project-root';

const root = projectRoot(__dirname);
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

/** The instructions of a Dockerfile, their continued lines joined. */
const instructions = textOf('Dockerfile')
  .replace(/\\\n/g, ' ')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => /^\s*(\S+)\s+(.*)$/.exec(line) ?? [])
  .map(([, name = '', rest = '']) => ({ name, rest }));
const last = (name: string): string => instructions.findLast((each) => each.name === name)?.rest ?? '';

describe('the container', () => {
  it('has two stages and runs as an unprivileged user', () => {
    expect(instructions.filter(({ name }) => name === 'FROM')).toHaveLength(2);
    expect(last('USER')).toBe('patchbay');
    expect(last('STOPSIGNAL')).toBe('SIGTERM');
  });

  it('copies only files that exist, in the order of what changes least', () => {
    const copied = instructions.filter(({ name, rest }) => name === 'COPY' && !rest.startsWith('--from'));

    expect(copied.map(({ rest }) => rest)).toEqual(['package.json package-lock.json ./', '. .']);
    expect(() => textOf('package-lock.json')).not.toThrow();
  });

  it('exposes the ports of the shipped configuration', () => {
    const [, first] = /^;?\s*rtpstart\s*=\s*(\d+)/m.exec(textOf('config/rtp.conf')) ?? [];
    const [, lastPort] = /^;?\s*rtpend\s*=\s*(\d+)/m.exec(textOf('config/rtp.conf')) ?? [];
    const [, http] = /^bindport\s*=\s*(\d+)/m.exec(textOf('config/http.conf')) ?? [];

    expect(last('EXPOSE')).toBe(`${http}/tcp 5060/udp 5060/tcp ${first}-${lastPort}/udp`);
  });

  it('asks for its health with a program that runs', () => {
    const [, , program = ''] = JSON.parse(last('HEALTHCHECK').replace(/^.*?CMD /, '')) as string[];

    expect(() => new Script(program)).not.toThrow();
    expect(program).toContain('/readyz');
  });
});

describe('the service unit', () => {
  const unit = textOf('deploy/patchbay.service');

  it('has every setting once, in a known section', () => {
    const sections = unit.match(/^\[\w+\]$/gm);
    const keys = (unit.match(/^\w+(?==)/gm) ?? []).filter((key) => !['After', 'Wants'].includes(key));

    expect(sections).toEqual(['[Unit]', '[Service]', '[Install]']);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('uses commands that there are', () => {
    const usage = textOf('src/main.ts');

    for (const [, command = ''] of unit.matchAll(/env patchbay (\S+)/g)) expect(usage).toContain(`case '${command}':`);
  });
});
