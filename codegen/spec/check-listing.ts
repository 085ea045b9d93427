import { listingName, resourceIn, resourceOf } from './file-names';
import type { Problem } from './problem';
import type { SourceFile } from './source-file';
import type { CheckScope, Spec } from './spec';
import { reporter } from './spec';

/** The listing and the folder name the same resources, each once, and what the listing refers to exists. */
export function* checkListing(
  { file, value: listing }: Spec['listing'],
  resourceFiles: ReadonlyMap<string, SourceFile>,
  { hasModel }: CheckScope,
): Generator<Problem, void> {
  const report = reporter(file);
  const listed = listing.apis.map(({ path }) => `${resourceOf(path)}.json`);
  for (const [index, name] of listed.entries()) {
    const at = ['apis', index, 'path'];
    if (listed.indexOf(name) < index) yield report(at, `${name} is listed twice`, 'remove this entry');
    else if (!resourceFiles.has(name))
      yield report(at, `there is no file ${name}`, `add api-docs/${name} or remove this entry`);
  }
  for (const [name, resourceFile] of resourceFiles) {
    if (listed.includes(name)) continue;
    const hint = `add "/api-docs/${resourceIn(name)}.{format}" to ${listingName}, or remove the file`;
    yield resourceFile.problem([], `${name} is not listed`, hint);
  }
  const modules = listing.modules.map(({ name }) => name);
  for (const [index, name] of modules.entries()) {
    if (modules.indexOf(name) < index)
      yield report(['modules', index, 'name'], `module '${name}' is listed twice`, 'remove this entry');
  }
  const codes = listing.responseMessages.map(({ code }) => code);
  for (const [index, { code, responseModel }] of listing.responseMessages.entries()) {
    if (codes.indexOf(code) < index)
      yield report(
        ['responseMessages', index, 'code'],
        `code ${code} is declared twice`,
        'put both conditions into one message',
      );
    if (responseModel !== undefined && !hasModel(responseModel))
      yield report(
        ['responseMessages', index, 'responseModel'],
        `there is no model '${responseModel}'`,
        'declare it under models of a resource',
      );
  }
}
