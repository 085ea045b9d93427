import type { InterfaceModel } from '../model/interface-model';
import type { Templates } from './templates';

/** A file to be written; `path` is relative to the project and always uses `/`. */
export interface GeneratedFile {
  readonly path: string;
  readonly text: string;
}

/** Model in, text out, no disk. Document order is kept, so a diff of the output reads like the diff of the spec. */
export type Emitter = (model: InterfaceModel, templates: Templates) => GeneratedFile | readonly GeneratedFile[];

/** First lines of a generated TypeScript file: where it comes from and how to change it. */
export function banner(emitter: string): string {
  return `// Generated from api-docs/ by codegen/emit/${emitter}.ts. Do not edit; run: npm run generate`;
}

/** JSON as we commit it: two spaces, one final newline, keys in the order they were put in. */
export function jsonFile(path: string, value: unknown): GeneratedFile {
  return { path, text: `${JSON.stringify(value, null, 2)}\n` };
}
