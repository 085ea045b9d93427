import type { Operation, Parameter, TypeRef } from '../model/interface-model';
import type { Emitter } from './emitter';
import { banner } from './emitter';
import { quote, stemOf } from './typescript';
import { validatorNames } from './validators';

/** The route table: one line of facts per operation, in document order. */
export const emitRoutes: Emitter = (model, templates) => {
  const operations = model.resources.flatMap((resource) => resource.operations);
  const validators = validatorNames(model);
  const view = {
    banner: banner('routes'),
    routes: operations.map((operation) => routeView(operation, validators.get(operation.id) ?? '')),
  };
  return { path: 'generated/routes.ts', text: templates.render('routes', view) };
};

function routeView(operation: Operation, validator: string) {
  return {
    operation: quote(operation.id),
    method: quote(operation.method),
    path: quote(operation.path),
    aliases: listText(operation.aliases),
    since: quote(operation.since.added),
    modules: listText(operation.requiresModules),
    limited: `${quote(operation.limited)},${operation.lists === undefined ? '' : `\n    lists: ${quote(operation.lists)},`}`,
    owner: ownerText(operation.owner),
    success: operation.success.code,
    errors: operation.errors.map(({ code }) => code).join(', '),
    parameters: operation.parameters.map((parameter) => ({ text: parameterText(parameter) })),
    validator: `validators.${validator}`,
    protocol:
      operation.websocketProtocol === undefined
        ? ''
        : `\n    websocketProtocol: ${quote(operation.websocketProtocol)},`,
    bind: bindText(operation),
  };
}

/** `channel:channelId` as the object that the routes hold. */
function ownerText(owner: string): string {
  const [kind = '', parameter] = owner.split(':');
  return parameter === undefined ? quote(kind) : `{ kind: ${quote(kind)}, parameter: ${quote(parameter)} }`;
}

/** The one place where a validated value takes on its operation's type. */
function bindText(operation: Operation): string {
  if (operation.websocketProtocol !== undefined) return '() => undefined';
  const { resource, nickname } = operation;
  const call = /^[A-Za-z_]\w*$/.test(nickname) ? `.${nickname}` : `[${quote(nickname)}]`;
  return `({ ${resource} }) =>\n      ${resource} && ((params, context) => ${resource}${call}(params as spec.${stemOf(operation)}Params, context))`;
}

function parameterText(parameter: Parameter): string {
  const facts = [
    `name: ${quote(parameter.name)}`,
    `in: ${quote(parameter.in)}`,
    `type: ${quote(wireType(parameter.type))}`,
    ...(parameter.required ? ['required: true'] : []),
    ...(parameter.multiple ? ['multiple: true'] : []),
    ...(parameter.enum ? [`enum: [${listText(parameter.enum.values)}]`] : []),
    ...(parameter.ignoreCase ? ['ignoreCase: true'] : []),
    ...(parameter.minimum === undefined ? [] : [`minimum: ${parameter.minimum}`]),
    ...(parameter.maximum === undefined ? [] : [`maximum: ${parameter.maximum}`]),
    ...(parameter.multiple ? [`maxItems: ${parameter.bounds.maxItems}`] : []),
    ...(parameter.names === undefined ? [] : [`names: ${quote(parameter.names)}`]),
    ...(parameter.claims === undefined ? [] : [`claims: ${quote(parameter.claims)}`]),
    ...(parameter.onAnyNode ? ['onAnyNode: true'] : []),
    ...(parameter.near ? ['near: true'] : []),
  ];
  return `{ ${facts.join(', ')} }`;
}

function wireType(type: TypeRef): string {
  if (type.kind === 'array') return 'array';
  if (type.kind === 'model') return 'object';
  if (type.name === 'int32' || type.name === 'int64') return 'integer';
  return type.name === 'date-time' || type.name === 'binary' ? 'string' : type.name;
}

function listText(words: readonly string[]): string {
  return words.map(quote).join(', ');
}
