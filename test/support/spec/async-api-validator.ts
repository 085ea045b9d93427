import { readFileSync } from 'node:fs';
import type { ErrorObject } from 'ajv';
import Ajv from 'ajv';

// The official schema brings its own meta-schema and names formats that Ajv does not know: its shape is what counts here.
const lenient = { strict: false, validateFormats: false, validateSchema: false, meta: false };

/** What the official schema of AsyncAPI 3.0 has against a document. */
export function asyncApiErrors(document: unknown): readonly ErrorObject[] {
  validate ??= new Ajv({ ...lenient, allErrors: true }).compile(
    JSON.parse(readFileSync(require.resolve('@asyncapi/specs/schemas/3.0.0.json'), 'utf8')) as object,
  );
  void validate(document);
  return validate.errors ?? [];
}

/** Compiled once, since that takes a while. */
let validate: ReturnType<Ajv['compile']> | undefined;
