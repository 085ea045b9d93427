import { additionsOf } from '../model/additions';
import type { Emitter } from './emitter';
import { banner } from './emitter';
import { docComment, quote } from './typescript';

/** Version metadata and module names, for code that has to tell what the interface can do. */
export const emitVersions: Emitter = (model, templates) => {
  const view = {
    banner: banner('versions'),
    version: quote(model.version),
    versions: model.versions.map((version) => ({
      literal: quote(version),
      groups: groupsOf(Object.entries(additionsOf(model, version))),
    })),
    modules: model.modules.map(({ name, description }) => ({
      name: quote(name),
      doc: docComment([description], '  '),
    })),
  };
  return { path: 'generated/versions.ts', text: templates.render('versions', view) };
};

function groupsOf(groups: readonly [string, readonly string[]][]) {
  return groups.map(([name, ids]) => ({
    name,
    ids: ids.map((id) => ({ literal: quote(id) })),
    empty: ids.length === 0,
  }));
}
