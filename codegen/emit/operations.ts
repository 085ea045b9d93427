import type { Operation, Parameter, Resource } from '../model/interface-model';
import { valueType } from '../model/interface-model';
import type { Emitter } from './emitter';
import { banner } from './emitter';
import { importUsed, key, pascal, stemOf, typeText } from './typescript';

/**
 * Per operation its parameters and its answers, per resource the interface that a hand-written handler implements. Types
 * only: what they mean is said in the client and in the reference.
 */
export const emitOperations: Emitter = ({ resources, models }, templates) => {
  const body = templates.render('operations', { resources: resources.map(resourceView) });
  const imports = [
    importUsed(body, ['BinaryBody', 'Handler', 'NoParams', 'Refusal', 'Reply'], '../src/contract/handler'),
    importUsed(body, ['JsonObject', 'JsonValue'], '../src/contract/json'),
    importUsed(
      body,
      models.map(({ name }) => name),
      './models',
    ),
  ];
  return { path: 'generated/operations.ts', text: [banner('operations'), ...imports.flat(), '', body].join('\n') };
};

function resourceView(resource: Resource) {
  return {
    name: key(resource.name),
    typeName: `${pascal(resource.name)}Operations`,
    types: resource.operations.map((operation) => ({ text: typesOf(operation) })),
    // A websocket upgrade is served by the door itself; there is nothing for a handler to do.
    handlers: resource.operations.filter(({ websocketProtocol }) => websocketProtocol === undefined).map(handlerView),
  };
}

function handlerView(operation: Operation) {
  const { method, path, nickname } = operation;
  return { request: `${method} ${path}`, name: key(nickname), stem: stemOf(operation) };
}

function typesOf(operation: Operation): string {
  const stem = stemOf(operation);
  const body = operation.parameters.map(parameterText).join('');
  const declared = body === '' ? `export type ${stem}Params = NoParams;` : `export interface ${stem}Params {\n${body}}`;
  return operation.websocketProtocol === undefined ? `${declared}\n\n${replyText(operation)}` : declared;
}

function parameterText(parameter: Parameter): string {
  // A default is filled in before the handler runs, so for the handler the value is always there.
  const optional = parameter.required || parameter.defaultValue !== undefined ? '' : '?';
  return `  readonly ${key(parameter.name)}${optional}: ${typeText(valueType(parameter), parameter.enum)};\n`;
}

function replyText(operation: Operation): string {
  const { success, errors, result } = operation;
  const reply = `Reply<${success.code}${result ? `, ${typeText(result)}` : ''}>`;
  const refusal = errors.length > 0 ? ` | Refusal<${errors.map(({ code }) => code).join(' | ')}>` : '';
  return `export type ${stemOf(operation)}Reply = ${reply}${refusal};`;
}
