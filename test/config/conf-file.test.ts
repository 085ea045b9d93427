import fc from 'fast-check';
import { join } from 'node:path';
import { realDisk, runCommand } from '../../src/config/reader/conf-disk';
import type { ConfDisk } from '../../src/config/reader/conf-disk';
import { readConfFile } from '../../src/config/reader/conf-file';
import { ConfFolders, listed } from './conf-folders';
import { cases } from '../support/effort';

const folders = new ConfFolders();
afterEach(() => folders.removeAll());

function read(files: Readonly<Record<string, string>>, disk: ConfDisk = realDisk) {
  const folder = folders.make(files);
  const conf = readConfFile(join(folder, 'x.conf'), { folder, disk });
  return {
    conf,
    folder,
    problems: listed(conf.problems, folder),
    skipped: listed(conf.skipped, folder),
    sections: Object.fromEntries(
      conf.sections.map(({ name, entries }) => [name, entries.map(({ key, value }) => `${key}=${value}`)]),
    ),
    places: conf.sections.flatMap(({ entries }) =>
      entries.map(({ key, file, line }) => `${key} ${file.slice(folder.length + 1)}:${line}`),
    ),
  };
}

const lines = (...text: readonly string[]) => ({ 'x.conf': text.join('\n') });

describe('a .conf file', () => {
  it('holds sections of entries, written with = or => and any blanks', () => {
    const { sections, problems } = read(lines('[a]', 'one = 1', 'two=>2', '  three  =  a b  ', '[b]', 'empty ='));

    expect(sections).toEqual({ a: ['one=1', 'two=2', 'three=a b'], b: ['empty='] });
    expect(problems).toEqual([]);
  });

  it('splits an entry at its first =', () => {
    const { sections } = read(lines('[a]', 'exten => 1,1,Set(X=1)', 'user=config,criteria=type=user'));

    expect(sections).toEqual({ a: ['exten=1,1,Set(X=1)', 'user=config,criteria=type=user'] });
  });

  it('remembers file and line of every entry', () => {
    const { places } = read({ 'x.conf': '\n[a]\none=1\n#include "y.conf"\nthree=3\n', 'y.conf': ';\ntwo=2\n' });

    expect(places).toEqual(['one x.conf:3', 'two y.conf:2', 'three x.conf:5']);
  });

  it('takes line ends of every system and a byte order mark', () => {
    const { sections, places } = read({ 'x.conf': '\uFEFF[a]\r\none=1\r\n\r\ntwo=2' });

    expect(sections).toEqual({ a: ['one=1', 'two=2'] });
    expect(places).toEqual(['one x.conf:2', 'two x.conf:4']);
  });

  it('adds to a section whose name comes again', () => {
    const { sections, conf } = read(lines('[a]', 'one=1', '[b]', 'x=1', '[a]', 'two=2'));

    expect(sections).toEqual({ a: ['one=1', 'two=2'], b: ['x=1'] });
    expect(conf.blocks.map(({ name, line }) => `${name}:${line}`)).toEqual(['a:1', 'b:3', 'a:5']);
  });

  it('lets the first character of a name be escaped', () => {
    const { sections } = read(lines('[a]', '\\#tag = 1', '\\[x] = 2'));

    expect(sections).toEqual({ a: ['#tag=1', '[x]=2'] });
  });
});

describe('comments', () => {
  it('run from ; to the end of the line, and \\; is a semicolon', () => {
    const { sections } = read(
      lines('; first', '[a] ; header', 'one = 1 ; rest', 'two = a\\;b ; c \\; d', ';three = 3'),
    );

    expect(sections).toEqual({ a: ['one=1', 'two=a;b'] });
  });

  it('run from ;-- to --; over lines and nest', () => {
    const text = lines('[a]', 'one = 1 ;-- gone', 'two = 2', ';-- inner --;', 'three = 3', '--; four = 4', 'five = 5');

    expect(read(text).sections).toEqual({ a: ['one=1', 'four=4', 'five=5'] });
  });

  it('may stand inside a line', () => {
    expect(read(lines('[a]', 'one = a;-- x --;b', 'two = 2;-- y --;')).sections).toEqual({ a: ['one=ab', 'two=2'] });
  });

  it('drawn as a ruler do not start a block', () => {
    expect(read(lines(';------', '[a]', ';--- title ---;', 'one = 1')).sections).toEqual({ a: ['one=1'] });
  });

  it('that never end are a problem where they start', () => {
    expect(read(lines('[a]', 'one = 1', ';-- open', 'two = 2')).problems).toEqual([
      'x.conf:3: the block comment that starts here has no end; close it with --;',
    ]);
  });
});

describe('templates', () => {
  it('are not sections, but their entries are inherited, in order, before those of the section', () => {
    const { sections } = read(
      lines('[t](!)', 'one=t', 'two=t', '[u](!,t)', 'three=u', '[a](t)', 'one=a', '[b](u,a)', 'four=b'),
    );

    expect(sections).toEqual({
      a: ['one=t', 'two=t', 'one=a'],
      b: ['one=t', 'two=t', 'three=u', 'one=t', 'two=t', 'one=a', 'four=b'],
    });
  });

  it('leave their own place on what is inherited', () => {
    const { conf, places } = read(lines('[t](!)', 'one=t', '[a](t)', 'two=a'));

    expect(places).toEqual(['one x.conf:2', 'two x.conf:4']);
    expect(conf.sections[0]?.entries.map(({ inherited }) => inherited)).toEqual([true, false]);
  });

  it('that do not exist are a problem with a suggestion', () => {
    expect(read(lines('[base](!)', '[a](bsae)', '[b](zzz)')).problems).toEqual([
      "x.conf:2: there is no template 'bsae' above; did you mean 'base'?",
      "x.conf:3: there is no template 'zzz' above; write [zzz](!) above",
    ]);
  });

  it('can be added to with (+), as any section can', () => {
    const { sections, problems } = read(
      lines('[t](!)', 'x=1', '[a]', 'one=1', '[t](+)', 'y=2', '[a](+,t)', '[b](+)', 'z=3'),
    );

    expect(sections).toEqual({ a: ['one=1', 'x=1', 'y=2'], b: ['z=3'] });
    expect(problems).toEqual(["x.conf:8: there is no section 'b' above to add to; write [b] to start one"]);
  });

  it('choose among sections of one name by what they say', () => {
    const { conf } = read(lines('[p]', 'type=aor', '[p]', 'type=auth', '[p](+type=auth)', 'user=x'));

    expect(conf.blocks.map(({ entries }) => entries.length)).toEqual([1, 2]);
  });
});

describe('+=', () => {
  it('continues the last value of the name, blanks included', () => {
    const { sections } = read(lines('[t](!)', 'a=1', '[s](t)', 'a +=,2', 'a += 3', 'b += new', 'c=', 'c += x'));

    expect(sections).toEqual({ s: ['a=1,2 3', 'b=new', 'c=x'] });
  });

  it('does not reach back into the template', () => {
    const { sections } = read(lines('[t](!)', 'a=1', '[s](t)', 'a +=,2', '[r](t)'));

    expect(sections).toEqual({ s: ['a=1,2'], r: ['a=1'] });
  });

  it('finds the value in an earlier section of the same name', () => {
    expect(read(lines('[s]', 'a=1', '[r]', 'a=9', '[s]', 'a+=,2')).sections).toEqual({ s: ['a=1,2'], r: ['a=9'] });
  });
});

describe('#include', () => {
  it('inserts a file as if its lines stood there', () => {
    const { sections, conf, folder } = read({
      'x.conf': '[a]\n#include y.conf\nafter=1\n#include <sub/z.conf>\n',
      'y.conf': 'in-a=1\n[b]\nin-b=1\n',
      'sub/z.conf': 'also-b=1\n',
    });

    expect(sections).toEqual({ a: ['in-a=1'], b: ['in-b=1', 'after=1', 'also-b=1'] });
    expect(conf.files).toEqual(['x.conf', 'y.conf', 'sub/z.conf'].map((name) => join(folder, name)));
  });

  it('counts from the configuration folder, also inside an included file', () => {
    const { sections } = read({
      'x.conf': '[a]\n#include "sub/y.conf"',
      'sub/y.conf': '#include "z.conf"',
      'z.conf': 'z=1',
    });

    expect(sections).toEqual({ a: ['z=1'] });
  });

  it('takes patterns, in the order of names and without hidden files', () => {
    const { sections, problems } = read({
      'x.conf': '[a]\n#include "d/*.conf"\n#include "?/[xy]1.inc"\n#include "e/[!a]*"\n#tryinclude "none/*"\n',
      'd/b.conf': 'b=1',
      'd/a.conf': 'a=1',
      'd/c.txt': 'c=1',
      'd/.h.conf': 'h=1',
      'q/x1.inc': 'x1=1',
      'q/z1.inc': 'z1=1',
      'e/a': 'ea=1',
      'e/b+': 'eb=1',
    });

    expect(sections).toEqual({ a: ['a=1', 'b=1', 'x1=1', 'eb=1'] });
    expect(problems).toEqual([]);
  });

  it('of a missing file is a problem, with #tryinclude it is not', () => {
    const { problems } = read(lines('#include "y.conf"', '#include "d/*.conf"', '#tryinclude "y.conf"'));

    expect(problems).toEqual([
      'x.conf:1: there is no file y.conf; create it, or use #tryinclude where it may be missing',
      "x.conf:2: no file matches 'd/*.conf'; create one, or use #tryinclude where there may be none",
    ]);
  });

  it('of something that is not a file is a problem', () => {
    const { problems } = read({ 'x.conf': '#tryinclude d', 'd/y.conf': '' });

    expect(problems).toEqual([expect.stringMatching(/^x\.conf:1: .*d cannot be read: EISDIR.*; make it readable$/)]);
  });

  it('that leads back to the file is a problem and not a loop', () => {
    const { problems, sections } = read({ 'x.conf': '[a]\n#include y.conf\none=1', 'y.conf': '\n#include "./x.conf"' });

    expect(problems).toEqual([
      'y.conf:2: a file includes itself: x.conf includes y.conf includes x.conf; remove one of the #include lines',
    ]);
    expect(sections).toEqual({ a: ['one=1'] });
  });

  it('of every file by every file is one problem, soon', () => {
    const names = Array.from({ length: 30 }, (_, index) => `d/${index}.conf`);
    const circle = Object.fromEntries(names.map((name) => [name, '#include "d/*.conf"\n']));

    expect(read({ ...circle, 'x.conf': '#include "d/*.conf"' }).problems).toHaveLength(1);
  });

  it('may bring in the same file twice, one after the other', () => {
    const { sections } = read({ 'x.conf': '[a]\n#include y.conf\n[b]\n#include y.conf', 'y.conf': 'y=1' });

    expect(sections).toEqual({ a: ['y=1'], b: ['y=1'] });
  });
});

describe('#exec', () => {
  it('is skipped unless it is allowed', () => {
    expect(read(lines('[a]', '#exec "echo x=1"')).skipped).toEqual([
      'x.conf:2: #exec is not allowed; write the lines into the file, or say execincludes = yes in [options] of asterisk.conf',
    ]);
  });

  it('inserts what the command prints, where it is allowed', () => {
    const { sections, problems } = read(lines('[a]', '#exec "echo x=1"', '#exec exit 3'), { ...realDisk, runCommand });

    expect(sections).toEqual({ a: ['x=1'] });
    expect(problems).toEqual([expect.stringMatching(/^x\.conf:3: 'exit 3' failed: Command failed/)]);
  });
});

describe('what cannot be understood', () => {
  it('is collected with its place and a remedy, all of it', () => {
    const { problems } = read(lines('early = 1', '[a', '[]', 'lost = 1', '#inclde "y"', '#include "y'));

    expect(problems).toEqual([
      "x.conf:1: 'early' stands outside a section; write a [section] line above it",
      "x.conf:2: '[a' is not a section header; write [name], or [name](template) to inherit from a template",
      'x.conf:3: the section has no name; write a name between the brackets',
      "x.conf:5: '#inclde' is not a directive; did you mean #include?",
      'x.conf:6: #include names nothing; write #include "name", with both quotes',
    ]);
  });

  it('is skipped where existing servers skip it, with its place and a remedy', () => {
    const { problems, skipped, sections } = read(
      lines('[b] x', '[c]', 'word', '= 1', '#', '# a note', '#include', 'y=1'),
    );

    expect(problems).toEqual([]);
    expect(skipped).toEqual([
      'x.conf:1: it stands behind a section header; remove it',
      'x.conf:3: the line has no =; write name = value, or start the line with ; for a comment',
      'x.conf:4: no name stands before the =; write name = value',
      "x.conf:5: '#' is not a directive; a comment starts with ;",
      "x.conf:6: '#' is not a directive; a comment starts with ;",
      'x.conf:7: #include names nothing; write #include "name"',
    ]);
    expect(sections).toEqual({ b: [], c: ['y=1'] });
  });

  it('does not spill into the section above', () => {
    expect(read(lines('[a]', 'one=1', '[b', 'two=2', '[c]', 'three=3')).sections).toEqual({
      a: ['one=1'],
      c: ['three=3'],
    });
  });

  it('may be the file as a whole', () => {
    const { problems } = read({ 'y.conf': '' });

    expect(problems).toEqual([
      'x.conf:1: there is no file x.conf; create it, or use #tryinclude where it may be missing',
    ]);
  });

  it('never stops the reader, whatever the bytes', () => {
    const piece = fc.constantFrom(
      '[',
      ']',
      '(',
      ')',
      '!',
      '+',
      '=',
      '>',
      ';',
      '--',
      '\\',
      '#include ',
      '"',
      '*',
      '?',
      'a',
      ' ',
      '\n',
    );
    const soup = fc
      .array(fc.oneof(piece, fc.string({ maxLength: 3 })), { maxLength: 40 })
      .map((pieces) => pieces.join(''));

    fc.assert(
      fc.property(soup, (text) => {
        const disk: ConfDisk = { readFile: () => ({ kind: 'text', text }), listFolder: () => ['a', 'b'] };
        const { problems } = readConfFile('x.conf', { folder: '', disk });

        expect(problems.every(({ message, hint, line }) => message !== '' && hint !== '' && line !== undefined)).toBe(
          true,
        );
      }),
      { numRuns: cases({ few: 400, many: 2000 }) },
    );
  });
});
