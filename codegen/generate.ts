import type { Emitter, GeneratedFile } from './emit/emitter';
import { emitModels } from './emit/models';
import { emitOperations } from './emit/operations';
import { emitRoutes } from './emit/routes';
import { makeTemplates } from './emit/templates';
import { emitValidators } from './emit/validators';
import { emitVersions } from './emit/versions';
import { buildModel } from './model/build-model';
import type { InterfaceModel } from './model/interface-model';
import { loadSpec } from './spec/load-spec';
import type { SourceText } from './spec/source-file';

/** Everything that generation depends on, already read from disk. */
export interface GeneratorInput {
  /** The files of `api-docs/`. */
  readonly spec: readonly SourceText[];
  /** Template texts by name. */
  readonly templates: ReadonlyMap<string, string>;
}

export interface Generated {
  readonly model: InterfaceModel;
  /** Sorted by path. */
  readonly files: readonly GeneratedFile[];
}

const emitters: readonly Emitter[] = [emitModels, emitOperations, emitRoutes, emitValidators, emitVersions];

/** Spec in, files out. Throws a SpecError that names everything wrong with the spec. */
export function generate(input: GeneratorInput): Generated {
  const model = buildModel(loadSpec(input.spec));
  const templates = makeTemplates(input.templates);
  const files = emitters.flatMap((emit) => emit(model, templates));
  return { model, files: files.sort((a, b) => (a.path < b.path ? -1 : 1)) };
}
