import { emitAsyncApi } from './emit/asyncapi';
import { emitClient } from './emit/client';
import { emitDocs } from './emit/docs/pages';
import { emitDialplanDocs } from './emit/docs/dialplan';
import { emitManagerDocs } from './emit/docs/manager';
import type { Emitter, GeneratedFile } from './emit/emitter';
import { emitEventSchemas } from './emit/event-schemas';
import { emitModels } from './emit/models';
import { emitOpenApi } from './emit/openapi/openapi';
import { emitOperations } from './emit/operations';
import { emitRoutes } from './emit/routes';
import { makeTemplates } from './emit/templates';
import { emitValidators } from './emit/validators';
import { emitVersions } from './emit/versions';
import { demandRelease } from './compat/rules';
import { surfaceOf } from './compat/surface';
import { parseSurface } from './compat/surface-text';
import { buildModel } from './model/build-model';
import type { InterfaceModel } from './model/interface-model';
import { checkLimits } from './spec/check-limits';
import { checkOwners } from './spec/check-owners';
import { loadSpec } from './spec/load-spec';
import { SpecError } from './spec/problem';
import type { SourceText } from './spec/source-file';

/** Everything that generation depends on, already read from disk. */
export interface GeneratorInput {
  /** The files of `api-docs/`. */
  readonly spec: readonly SourceText[];
  /** Template texts by name. */
  readonly templates: ReadonlyMap<string, string>;
  /** The lock file with the surface of the last release; without one every spec may be generated from. */
  readonly lock?: string | undefined;
}

export interface Generated {
  readonly model: InterfaceModel;
  /** Sorted by path. */
  readonly files: readonly GeneratedFile[];
}

const emitters: readonly Emitter[] = [
  emitClient,
  emitModels,
  emitOperations,
  emitRoutes,
  emitValidators,
  emitVersions,
  emitOpenApi,
  emitAsyncApi,
  emitEventSchemas,
  emitDocs,
  emitDialplanDocs,
  emitManagerDocs,
];

/**
 * Spec in, files out. Throws a SpecError that names everything wrong with the spec, or a ReleaseError when it breaks
 * the version rules against the last release.
 */
export function generate(input: GeneratorInput): Generated {
  const spec = loadSpec(input.spec);
  const undecided = [...checkLimits(spec), ...checkOwners(spec)];
  if (undecided.length > 0) throw new SpecError(undecided);
  const model = buildModel(spec);
  if (input.lock !== undefined) demandRelease(parseSurface(input.lock), surfaceOf(model));
  const templates = makeTemplates(input.templates);
  const files = emitters.flatMap((emit) => emit(model, templates));
  return { model, files: files.sort((a, b) => (a.path < b.path ? -1 : 1)) };
}
