import { checkEnums } from './check-enums';
import { checkListing } from './check-listing';
import { checkModels } from './check-models';
import { checkOperations } from './check-operations';
import { checkParameters } from './check-parameters';
import { checkRoutes } from './check-routes';
import { checkStrayModels } from './check-stray-models';
import { checkTypes } from './check-types';
import { checkSince } from './check-since';
import { listingName, resourceIn, resourceOf } from './file-names';
import type { Problem } from './problem';
import { SpecError } from './problem';
import type { Shape } from './shape';
import { checkShape } from './shape';
import type { SourceText } from './source-file';
import { SourceFile } from './source-file';
import type { Check, CheckScope, Spec, SpecResource } from './spec';
import type { ApiDeclaration, ResourceListing } from '../../src/publish/swagger';
import { apiDeclarationShape, resourceListingShape } from './swagger-shape';

const checks: readonly Check[] = [
  checkTypes,
  checkModels,
  checkStrayModels,
  checkOperations,
  checkParameters,
  checkEnums,
  checkRoutes,
  checkSince,
];

/** Reads and checks the whole spec. Throws a SpecError with every problem of every file. */
export function loadSpec(texts: readonly SourceText[]): Spec {
  const files = new Map(texts.map((text) => [baseName(text.path), new SourceFile(text)]));
  const listingFile = files.get(listingName);
  const listingProblems = listingFile ? problemsOf(listingFile, resourceListingShape) : [noListing];
  const listing =
    listingFile && listingProblems.length === 0
      ? { file: listingFile, value: listingFile.value as ResourceListing }
      : undefined;
  const resourceFiles = new Map([...files].filter(([name]) => name !== listingName));
  const resources = [...resourceFiles]
    .filter(([, file]) => problemsOf(file, apiDeclarationShape).length === 0)
    .map(([name, file]) => ({ name: resourceIn(name), file, declaration: file.value as ApiDeclaration }));

  const scope = scopeOf(resources, [...resourceFiles.values()], listing?.value);
  const problems = [
    ...listingProblems,
    ...[...resourceFiles.values()].flatMap((file) => problemsOf(file, apiDeclarationShape)),
    ...(listing ? checkListing(listing, resourceFiles, scope) : []),
    ...checks.flatMap((check) => [...check(scope)]),
  ];
  if (problems.length > 0 || listing === undefined) throw new SpecError(inReadingOrder(problems));
  return { listing, resources: inListedOrder(resources, listing.value) };
}

const noListing: Problem = {
  file: `api-docs/${listingName}`,
  line: 1,
  pointer: '',
  message: `there is no ${listingName}`,
  hint: 'add the file that lists all resources',
};

function problemsOf(file: SourceFile, shape: Shape): readonly Problem[] {
  // A file that does not parse has one story to tell; its shape would only repeat it in worse words.
  return file.syntaxProblems.length > 0 ? file.syntaxProblems : checkShape(file.value, shape, { file, path: [] });
}

function inListedOrder(resources: readonly SpecResource[], listing: ResourceListing): SpecResource[] {
  const byName = new Map(resources.map((resource) => [resource.name, resource]));
  return listing.apis.flatMap((api) => byName.get(resourceOf(api.path)) ?? []);
}

function inReadingOrder(problems: readonly Problem[]): Problem[] {
  const byPlace = (a: Problem, b: Problem) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line);
  return [...problems].sort(byPlace);
}

/** Broken files count too: a reference to a model in one of them is not an error. */
function scopeOf(
  resources: readonly SpecResource[],
  files: readonly SourceFile[],
  listing: ResourceListing | undefined,
): CheckScope {
  const modelsByFile = files.map((file) => modelsIn(file.value));
  const modelNames = new Set(modelsByFile.flatMap((models) => Object.keys(models ?? {})));
  // A file cut off before its models may have declared any.
  const someAreLost = modelsByFile.includes(undefined);
  return {
    resources,
    listing,
    isComplete: listing !== undefined && resources.length === files.length,
    modelNames,
    hasModel: (name) => someAreLost || modelNames.has(name),
    moduleNames: listing && new Set(listing.modules.map((module) => module.name)),
  };
}

function modelsIn(value: unknown): object | undefined {
  const models = typeof value === 'object' && value !== null && 'models' in value ? value.models : undefined;
  return typeof models === 'object' && models !== null && !Array.isArray(models) ? models : undefined;
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
