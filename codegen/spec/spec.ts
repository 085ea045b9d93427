import type { Problem } from './problem';
import type { JsonPath, SourceFile } from './source-file';
import type { ApiDeclaration, ResourceListing, SwaggerOperation } from '../../src/publish/swagger';

/** One resource of the interface: its name (`channels`), its file, and what the file declares. */
export interface SpecResource {
  readonly name: string;
  readonly file: SourceFile;
  readonly declaration: ApiDeclaration;
}

export interface Spec {
  readonly listing: { readonly file: SourceFile; readonly value: ResourceListing };
  /** In the order of the listing. */
  readonly resources: readonly SpecResource[];
}

/** What every check gets: the well-shaped resources, and the names that may be referred to. */
export interface CheckScope {
  readonly resources: readonly SpecResource[];
  /** Undefined when it is itself broken. */
  readonly listing: ResourceListing | undefined;
  /** Whether no file is broken, so that nothing can be missing because of that. */
  readonly isComplete: boolean;
  readonly modelNames: ReadonlySet<string>;
  /** Whether a reference to the model can be right: always, when a file is too broken to tell what it declared. */
  readonly hasModel: (name: string) => boolean;
  /** Undefined when the listing itself is broken: then the modules are unknown. */
  readonly moduleNames: ReadonlySet<string> | undefined;
}

export type Check = (scope: CheckScope) => Iterable<Problem>;

/** Yields problems of one file without repeating the file at every step. */
export type Report = (path: JsonPath, message: string, hint: string) => Problem;

export const reporter =
  (file: SourceFile): Report =>
  (path, message, hint) =>
    file.problem(path, message, hint);

/** An operation, its place in its file, and how its problems are reported. */
export interface PlacedOperation {
  readonly operation: SwaggerOperation;
  readonly path: JsonPath;
  readonly report: Report;
}

export function* operationsIn(resources: readonly SpecResource[]): Generator<PlacedOperation, void> {
  for (const { file, declaration } of resources) {
    const report = reporter(file);
    for (const [a, { operations }] of declaration.apis.entries())
      for (const [o, operation] of operations.entries())
        yield { operation, path: ['apis', a, 'operations', o], report };
  }
}
