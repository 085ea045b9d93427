import { checkModels } from './check-models';
import { checkOperations } from './check-operations';
import { checkParameters } from './check-parameters';
import { checkRoutes } from './check-routes';
import { checkTypes } from './check-types';
import { checkSince } from './check-since';
import type { Problem } from './problem';
import { SpecError } from './problem';
import type { Shape } from './shape';
import { checkShape } from './shape';
import type { SourceText } from './source-file';
import { SourceFile } from './source-file';
import type { Check, Spec, SpecResource } from './spec';
import type { ApiDeclaration, ResourceListing } from './swagger';
import { apiDeclarationShape, resourceListingShape } from './swagger-shape';

const listingName = 'resources.json';
const checks: readonly Check[] = [checkTypes, checkModels, checkOperations, checkParameters, checkRoutes, checkSince];

/** Reads and checks the whole spec. Throws a SpecError with every problem of every file. */
export function loadSpec(texts: readonly SourceText[]): Spec {
  const files = new Map(texts.map((text) => [baseName(text.path), new SourceFile(text)]));
  const listingFile = files.get(listingName) ?? new SourceFile({ path: `api-docs/${listingName}`, text: '{}' });
  const sound = (file: SourceFile, shape: Shape) => problemsOf(file, shape).length === 0;

  const listing = sound(listingFile, resourceListingShape) ? (listingFile.value as ResourceListing) : undefined;
  const resourceFiles = [...files].filter(([name]) => name !== listingName);
  const resources = resourceFiles
    .filter(([, file]) => sound(file, apiDeclarationShape))
    .map(([name, file]) => ({ name: stem(name), file, declaration: file.value as ApiDeclaration }));

  const scope = {
    resources,
    modelNames: new Set(resourceFiles.flatMap(([, file]) => modelNamesIn(file.value))),
    moduleNames: listing && new Set(listing.modules.map((module) => module.name)),
  };
  const problems = [
    ...problemsOf(listingFile, resourceListingShape),
    ...resourceFiles.flatMap(([, file]) => problemsOf(file, apiDeclarationShape)),
    ...(listing ? listingProblems(listingFile, listing, files) : []),
    ...checks.flatMap((check) => [...check(scope)]),
  ];
  if (problems.length > 0 || listing === undefined) throw new SpecError(inReadingOrder(problems));
  return { listing: { file: listingFile, value: listing }, resources: inListedOrder(resources, listing) };
}

function problemsOf(file: SourceFile, shape: Shape): readonly Problem[] {
  // A file that does not parse has one story to tell; its shape would only repeat it in worse words.
  return file.syntaxProblems.length > 0 ? file.syntaxProblems : checkShape(file.value, shape, { file, path: [] });
}

/** The listing and the folder must name the same resources. */
function listingProblems(
  file: SourceFile,
  listing: ResourceListing,
  files: ReadonlyMap<string, SourceFile>,
): Problem[] {
  const listed = listing.apis.map((api) => `${resourceOf(api.path)}.json`);
  const missing = listed.flatMap((name, index) =>
    files.has(name)
      ? []
      : [
          file.problem(
            ['apis', index, 'path'],
            `there is no file ${name}`,
            `add api-docs/${name} or remove this entry`,
          ),
        ],
  );
  const unlisted = [...files].flatMap(([name, other]) =>
    name === listingName || listed.includes(name)
      ? []
      : [
          other.problem(
            [],
            `${name} is not listed`,
            `add "/api-docs/${stem(name)}.{format}" to ${listingName}, or remove the file`,
          ),
        ],
  );
  return [...missing, ...unlisted];
}

function inListedOrder(resources: readonly SpecResource[], listing: ResourceListing): SpecResource[] {
  const byName = new Map(resources.map((resource) => [resource.name, resource]));
  return listing.apis.flatMap((api) => byName.get(resourceOf(api.path)) ?? []);
}

function inReadingOrder(problems: readonly Problem[]): Problem[] {
  const byPlace = (a: Problem, b: Problem) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line);
  return [...problems].sort(byPlace);
}

/** Model names of any file, well shaped or not, so that one broken file does not make references to it dangle. */
function modelNamesIn(value: unknown): string[] {
  const models = typeof value === 'object' && value !== null && 'models' in value ? value.models : undefined;
  return typeof models === 'object' && models !== null ? Object.keys(models) : [];
}

/** `/api-docs/channels.{format}` is the declaration of `channels`. */
export function resourceOf(listedPath: string): string {
  return listedPath.replace(/^\/api-docs\/(.*)\.\{format\}$/, '$1');
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function stem(name: string): string {
  return name.replace(/\.json$/, '');
}
