import Ajv from 'ajv';
import standaloneCode from 'ajv/dist/standalone';
import type { InterfaceModel, Operation } from '../model/interface-model';
import type { Emitter, GeneratedFile } from './emitter';
import { banner } from './emitter';
import type { Schema } from './schema';
import { inlined, parameterSchema } from './schema';
import { key } from './typescript';

/**
 * One function per distinct set of parameters, compiled now so that nothing is compiled at run time. Operations whose
 * parameters look alike share a function; `validatorNames` says which.
 */
export const emitValidators: Emitter = (model, templates) => {
  const { schemas } = planValidators(model);
  const names = [...schemas.keys()];
  const types = templates.render('validators', {
    banner: banner('validators'),
    names: names.map((name) => ({ name: key(name) })),
  });
  const code: GeneratedFile = {
    path: 'generated/validators.js',
    text: `${banner('validators')}\n${compiled(schemas)}\n`,
  };
  return [code, { path: 'generated/validators.d.ts', text: types }];
};

/** Operation id to the name of its validator. */
export function validatorNames(model: InterfaceModel): ReadonlyMap<string, string> {
  return planValidators(model).names;
}

function planValidators(model: InterfaceModel): {
  readonly schemas: Map<string, Schema>;
  readonly names: Map<string, string>;
} {
  const schemas = new Map<string, Schema>();
  const names = new Map<string, string>();
  const nameOfSchema = new Map<string, string>();
  for (const operation of model.resources.flatMap(({ operations }) => operations)) {
    const schema = schemaOf(operation, model);
    const text = JSON.stringify(schema);
    const name = nameOfSchema.get(text) ?? operation.id.replace('.', '_');
    nameOfSchema.set(text, name);
    schemas.set(name, schema);
    names.set(operation.id, name);
  }
  return { schemas, names };
}

function schemaOf({ parameters }: Operation, { models }: InterfaceModel): Schema {
  const refersTo = inlined(models);
  return {
    type: 'object',
    properties: Object.fromEntries(
      parameters.map((parameter) => [parameter.name, parameterSchema(parameter, refersTo)]),
    ),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  };
}

/** Counts the characters of a text, of which those outside the basic plane take two units (RFC 8259 §8.1). */
const characterCount = '(text) => { let count = 0; for (const _ of text) count += 1; return count; }';

/** The product does not depend on the package that has made the code. */
function withoutPackage(code: string): string {
  const own = code.replaceAll('require("ajv/dist/runtime/ucs2length").default', characterCount);
  if (own.includes('require(')) throw new Error('the validators need a package at run time');
  return own;
}

const compiledBefore = new Map<string, string>();

/** Compiling takes most of the generator's time, so an unchanged set of schemas is not compiled again while watching. */
function compiled(schemas: ReadonlyMap<string, Schema>): string {
  const fingerprint = JSON.stringify([...schemas]);
  const before = compiledBefore.get(fingerprint);
  if (before !== undefined) return before;
  const ajv = new Ajv({
    allErrors: true,
    useDefaults: true,
    strict: true,
    // A bound of texts also stands where other values may be.
    strictTypes: false,
    inlineRefs: false,
    code: { source: true, esm: false, lines: true },
  });
  for (const [name, schema] of schemas) ajv.addSchema(schema, name);
  const code = withoutPackage(standaloneCode(ajv, Object.fromEntries([...schemas.keys()].map((name) => [name, name]))));
  compiledBefore.clear();
  compiledBefore.set(fingerprint, code);
  return code;
}
