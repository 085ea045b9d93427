import type { ContentKind, Contents, Registrars } from '../../src/composition/module-contents/contents';
import { contentKinds, ownershipFaults, registerAll } from '../../src/composition/module-contents/contents';

/** Registrars of what there is code for, and what is available at the moment. */
function registrarsOf(contents: Contents): { readonly registrars: Registrars; readonly available: Set<string> } {
  const available = new Set<string>();
  const of = (kind: ContentKind): Registrars[ContentKind] => ({
    names: contents[kind] ?? [],
    register: (name) => {
      if (contents[kind]?.includes(name) !== true) throw new Error(`there is no '${name}'`);
      available.add(name);
      return () => void available.delete(name);
    },
  });
  const entries = contentKinds.map((kind) => [kind, of(kind)]);
  return { registrars: Object.fromEntries(entries) as Registrars, available };
}

describe('the contents of modules', () => {
  it.each<[Contents, Contents, readonly string[]]>([
    [{ applications: ['Echo'] }, { applications: ['Echo'] }, []],
    [{ applications: ['Echo', 'AMD'] }, { applications: ['Echo'] }, ['no module brings AMD of the applications']],
    [{ functions: ['LEN'] }, { functions: ['LEN', 'LENGTH'] }, ['LENGTH is not one of the functions']],
    [{ technologies: ['Local'] }, { technologies: ['Local', 'Local'] }, ['several bring Local of the technologies']],
  ])('%j, brought as %j, have the faults %j', (code, brought, faults) => {
    expect(ownershipFaults(registrarsOf(code).registrars, (kind) => brought[kind] ?? [])).toEqual(faults);
  });

  it('are available until their module is stopped', async () => {
    const { registrars, available } = registrarsOf({ applications: ['Echo'], functions: ['LEN'] });

    const dispose = await registerAll(
      registrars,
      { applications: ['Echo'], functions: ['LEN'] },
      () => () => undefined,
    );
    expect([...available]).toEqual(['Echo', 'LEN']);

    await dispose();
    expect([...available]).toEqual([]);
  });

  it('are not available in part: one that does not exist takes the others with it', async () => {
    const { registrars, available } = registrarsOf({ applications: ['Echo'] });

    const start = registerAll(registrars, { applications: ['Echo', 'Nope'] }, () => () => undefined);

    await expect(start).rejects.toThrow("there is no 'Nope'");
    expect([...available]).toEqual([]);
  });
});
