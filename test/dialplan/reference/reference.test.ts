import { contentNames } from '../../../src/composition/module-contents/catalogue';
import type { FunctionDeps } from '../../../src/dialplan/function-library';
import { functionLibrary } from '../../../src/dialplan/function-library';
import type { DetectionFunctionDeps } from '../../../src/dialplan/functions/detection';
import { detectionFunctions } from '../../../src/dialplan/functions/detection';
import type { AddressFunctionsDeps } from '../../../src/drivers/pjsip/dialplan/address-functions';
import { addressFunctions } from '../../../src/drivers/pjsip/dialplan/address-functions';
import { headerFunctions } from '../../../src/drivers/pjsip/dialplan/header-functions';
import { applicationReference } from '../../../src/dialplan/reference/application-reference';
import { functionReference } from '../../../src/dialplan/reference/function-reference';
import { listReference, showReference } from '../../../src/dialplan/reference/show-reference';
import { PatchbayProcess } from '../../support/server/http-process';

const namesIn = (sections: readonly { readonly entries: object }[]): string[] =>
  sections.flatMap(({ entries }) => Object.keys(entries)).sort();
const applications = applicationReference.flatMap(({ entries }) => Object.entries(entries));
const functions = functionReference.flatMap(({ entries }) => Object.entries(entries));

/** Stands for anything that functions lean on: they are only looked at here, not called. */
const anything: unknown = new Proxy(() => undefined, { get: () => anything, apply: () => anything });

describe('the reference of the dialplan', () => {
  it('explains exactly the applications and functions that there are', () => {
    expect(namesIn(applicationReference)).toEqual([...contentNames('applications')].sort());
    expect(namesIn(functionReference)).toEqual([...contentNames('functions')].sort());
  });

  it.each(applications)('names arguments of %s that it has, and explains options that it takes', (_name, entry) => {
    const words = new Set(entry.syntax.match(/\w+/g));
    const named = Object.keys(entry.arguments ?? {}).flatMap((names) => names.split(', '));

    expect(named.filter((name) => !words.has(name))).toEqual([]);
    if (entry.options !== undefined) expect(words).toContain('options');
  });

  it('says of each function whether it can be read and written', () => {
    const table = {
      ...functionLibrary(anything as FunctionDeps),
      ...detectionFunctions(anything as DetectionFunctionDeps),
      ...headerFunctions,
      ...addressFunctions(anything as AddressFunctionsDeps),
    };
    const said = functions.map(([name, { access }]) => [name, access]);
    const actual = functions.map(([name]) => {
      const { read, write } = table[name] ?? {};
      return [name, read === undefined ? 'write' : write === undefined ? 'read' : 'read and write'];
    });

    expect(said).toEqual(actual);
  });

  it('is in sentences', () => {
    const texts = [...applications, ...functions].map(([, { about }]) => about);

    expect(texts.filter((text) => !/^[A-Z0-9].*[.]$/.test(text))).toEqual([]);
  });
});

describe('the reference in a terminal', () => {
  it('lists all, a line each', () => {
    const lines = listReference(applicationReference).split('\n');

    expect(lines).toContain('  Hangup            Ends the call.');
    expect(lines.filter((line) => line.startsWith('  '))).toHaveLength(applications.length);
  });

  it('shows one in full, in any case', () => {
    expect(showReference(applicationReference, 'transfer')?.split('\n')).toEqual([
      'Transfer([technology/]destination)',
      '  Asks the far end to call another destination instead. Local channels cannot.',
      '',
      '  variables:',
      '    TRANSFERSTATUS          SUCCESS, FAILURE, UNSUPPORTED',
      '    TRANSFERSTATUSPROTOCOL  the code of the technology, such as a SIP status; 0 without one',
    ]);
    expect(showReference(applicationReference, 'nonsense')).toBeUndefined();
  });

  it('is printed by the command', async () => {
    const [shown, unknown] = await Promise.all([
      PatchbayProcess.run(['dialplan', 'functions', 'db']),
      PatchbayProcess.run(['dialplan', 'functions', 'CUTT']),
    ]);

    expect([shown.code, shown.stdout]).toEqual([0, expect.stringMatching(/^DB\(family\/key\) {2}read and write\n/)]);
    expect([unknown.code, unknown.stderr]).toEqual([1, "patchbay: there is no function 'CUTT'; did you mean CUT?\n"]);
  });
});
