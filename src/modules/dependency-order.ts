import type { Module } from './module';

/** The modules so that each comes after those it depends on. A circle is a mistake in the server and throws. */
export function dependencyOrder<Parts>(modules: ReadonlyMap<string, Module<Parts>>): readonly Module<Parts>[] {
  const ordered = new Set<Module<Parts>>();
  const visit = (module: Module<Parts>, path: readonly string[]): void => {
    if (path.includes(module.name)) throw new Error(`modules depend on each other: ${circle(path, module.name)}`);
    if (ordered.has(module)) return;
    for (const name of module.dependsOn) {
      const dependency = modules.get(name);
      if (dependency !== undefined) visit(dependency, [...path, module.name]);
    }
    ordered.add(module);
  };
  for (const module of modules.values()) visit(module, []);
  return [...ordered];
}

function circle(path: readonly string[], name: string): string {
  return [...path.slice(path.indexOf(name)), name].join(' -> ');
}
