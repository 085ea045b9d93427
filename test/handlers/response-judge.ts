import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ValidateFunction } from 'ajv';
import Ajv2020 from 'ajv/dist/2020';
import { routes } from '../../generated/routes';
import type { ApiReply } from '../../src/api/dispatcher';

interface Description {
  readonly paths: Record<string, Record<string, { readonly responses: Record<string, Response> }>>;
  readonly components: Record<string, unknown>;
}
type Response = { readonly content?: Record<string, { readonly schema: object }> };

const generated = (file: string): unknown => JSON.parse(readFileSync(join(__dirname, '../../generated', file), 'utf8'));

// The formats of the description are those of numbers, which JavaScript does not tell apart.
const ajv = new Ajv2020({ strict: false, validateFormats: false });
const isEvent = ajv.compile(generated('events.schema.json') as object);
const { paths, components } = generated('openapi.json') as Description;
const validators = new Map<string, ValidateFunction>();

/** Throws when a message to an application is none that the description declares. */
export function judgeMessage(message: unknown): void {
  if (!isEvent(message))
    throw new Error(`not as declared: ${JSON.stringify(message)}: ${ajv.errorsText(isEvent.errors)}`);
}

/** Throws when an answer's body is not what the description declares for its status. */
export function judgeReply(method: string, path: string, { status, body }: ApiReply): void {
  // Of two paths that fit, the one with more words of its own is meant.
  const [route] = routes
    .filter((candidate) => candidate.method === method && fits(candidate.path, path))
    .sort((one, other) => one.path.split('{').length - other.path.split('{').length);
  if (route === undefined || ![route.success, ...route.errors].includes(status)) return;
  const schema = paths[route.path]?.[method.toLowerCase()]?.responses[status]?.content?.['application/json']?.schema;
  if ((schema === undefined) !== (body === undefined))
    throw new Error(`${method} ${path}: ${status} has the wrong body`);
  if (schema === undefined) return;
  const validate = validatorOf(`${route.operation} ${status}`, schema);
  if (!validate(body)) throw new Error(`${method} ${path}: ${status}: ${ajv.errorsText(validate.errors)}`);
}

function fits(template: string, path: string): boolean {
  const [wanted, given] = [template.split('/'), path.split('/')];
  return wanted.length === given.length && wanted.every((part, at) => part.startsWith('{') || part === given[at]);
}

function validatorOf(key: string, schema: object): ValidateFunction {
  const validate = validators.get(key) ?? ajv.compile({ allOf: [schema], components });
  validators.set(key, validate);
  return validate;
}
