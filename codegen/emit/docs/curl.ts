import type { JsonValue } from '../../../src/contract/json';
import type { Model, Operation, Parameter } from '../../model/interface-model';
import {
  bodyValues,
  examplePassword,
  exampleServer,
  exampleUser,
  parameterFallbacks,
  parameterValues,
  shownParameters,
} from './example-values';
import { exampleIn, exampleOf, fits, plainValue } from './examples';

/** A command that a reader can paste, built from the declaration: required parameters, and optional ones worth seeing. */
export function curlOf(operation: Operation, models: readonly Model[]): string {
  const shown = operation.parameters.filter(({ name, required }) => required || shownParameters.has(name));
  const url = `${exampleServer}${pathOf(operation)}${queryOf(shown)}`;
  if (operation.websocketProtocol !== undefined)
    return `wscat --auth ${exampleUser}:${examplePassword} --subprotocol ${operation.websocketProtocol} \\\n  --connect 'ws://${url}'`;
  const method = operation.method === 'GET' ? '' : ` -X ${operation.method}`;
  const command = `curl -u ${exampleUser}:${examplePassword}${method}`;
  const body = bodyOf(shown, models);
  const options = [
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body))}`]),
    ...(isBinary(operation) ? ['-o answer.wav'] : []),
  ];
  const parts = [command, quoted(`http://${url}`), ...options];
  return parts.join(parts.join(' ').length > 100 ? ' \\\n  ' : ' ');
}

function isBinary({ result }: Operation): boolean {
  return result?.kind === 'primitive' && result.name === 'binary';
}

function pathOf({ path, parameters }: Operation): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = parameters.find((candidate) => candidate.name === name);
    return parameter === undefined ? name : encoded(textOf(parameter)).replaceAll('/', '%2F');
  });
}

function queryOf(shown: readonly Parameter[]): string {
  const pairs = shown
    .filter((parameter) => parameter.in === 'query')
    .map((one) => `${one.name}=${encoded(textOf(one))}`);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

function bodyOf(shown: readonly Parameter[], models: readonly Model[]): JsonValue | undefined {
  const whole = shown.find((parameter) => parameter.in === 'whole-body');
  if (whole !== undefined) return bodyValue(whole, models);
  const members = shown.filter((parameter) => parameter.in === 'body');
  if (members.length === 0) return undefined;
  return Object.fromEntries(members.map((parameter) => [parameter.name, bodyValue(parameter, models)]));
}

function bodyValue(parameter: Parameter, models: readonly Model[]): JsonValue {
  const { type } = parameter;
  const items = type.kind === 'array' ? type.items : type;
  const model = items.kind === 'model' ? models.find(({ name }) => name === items.name) : undefined;
  if (model === undefined) return bodyValues[parameter.name] ?? plainValue(parameter);
  return type.kind === 'array' ? [exampleOf(model, models)] : exampleOf(model, models);
}

function textOf(parameter: Parameter): string {
  const value = [
    parameterValues[parameter.name],
    exampleIn(parameter),
    parameterFallbacks[parameter.name],
    plainValue(parameter),
  ].find((candidate) => fits(candidate, parameter));
  // Descriptions show what stands in a path the way it stands there, already encoded.
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? '');
  return parameter.in === 'path' ? decodeURIComponent(text) : text;
}

/** Percent-encoded as far as needed; these four are allowed as they are and far easier to read. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(/%(3A|2F|2C|40)/g, decodeURIComponent);
}

/** In single quotes, for a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
