import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgiCommand } from '../../../src/dialplan/agi/commands/agi-command';
import { agiCommands, usageOf } from '../../../src/dialplan/agi/commands/command-table';
import { projectRoot } from '../../../src/shared/project-root';

/** How docs/agi.md lists a command. */
function listed({ name, syntax, summary, worksAfterHangup }: AgiCommand): string {
  return `- \`${`${name} ${syntax}`.trim()}\`${worksAfterHangup === true ? ' †' : ''}: ${summary}`;
}

describe('the table of AGI commands', () => {
  it('is what the documentation lists', () => {
    const page = readFileSync(join(projectRoot(__dirname), 'docs/agi.md'), 'utf8');
    const [, list = ''] = page.split('\n## Commands\n');

    expect(list.split('\n').filter((line) => line.startsWith('- '))).toEqual(agiCommands.map(listed));
  });

  it('has each command once, with a usage that cannot be taken for another answer', () => {
    expect(new Set(agiCommands.map(({ name }) => name)).size).toBe(agiCommands.length);
    for (const command of agiCommands) {
      const [first, ...rest] = usageOf(command).split('\n');
      expect(first).toBe('520-Invalid command syntax.  Proper usage follows:');
      expect(rest.filter((line) => /^\d{3}[ -]/.test(line))).toEqual(['520 End of proper usage.']);
    }
  });
});
