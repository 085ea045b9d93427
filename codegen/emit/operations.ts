import { unusualBounds } from '../model/bounds';
import type { Operation, Parameter, Resource } from '../model/interface-model';
import { valueType } from '../model/interface-model';
import type { Emitter } from './emitter';
import { banner } from './emitter';
import { docComment, importUsed, key, pascal, sinceTags, stemOf, typeText } from './typescript';

/** Per operation its parameters and its answers, per resource the interface that a hand-written handler implements. */
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
    doc: docComment([resource.description, ...sinceTags(resource.since)]),
    types: resource.operations.map((operation) => ({ text: typesOf(operation) })),
    // A websocket upgrade is served by the door itself; there is nothing for a handler to do.
    handlers: resource.operations
      .filter(({ websocketProtocol }) => websocketProtocol === undefined)
      .map((operation) => handlerView(operation, resource)),
  };
}

function handlerView(operation: Operation, resource: Resource) {
  const notes = [
    operation.summary + '.',
    operation.notes,
    `\`${operation.method} ${operation.path}\``,
    ...sinceTags(operation.since, resource.since),
  ];
  return { doc: docComment(notes, '  '), name: key(operation.nickname), stem: stemOf(operation) };
}

function typesOf(operation: Operation): string {
  const stem = stemOf(operation);
  const params = docComment([`What \`${operation.id}\` takes.`]);
  const body = operation.parameters.map((parameter) => parameterText(parameter, operation)).join('');
  const declared =
    body === ''
      ? `${params}\nexport type ${stem}Params = NoParams;`
      : `${params}\nexport interface ${stem}Params {\n${body}}`;
  return operation.websocketProtocol === undefined ? `${declared}\n\n${replyText(operation)}` : declared;
}

function parameterText(parameter: Parameter, operation: Operation): string {
  const unusual = unusualBounds(parameter.bounds).map((bound) => `Up to ${bound}.`);
  const doc = docComment([parameter.description, ...unusual, ...sinceTags(parameter.since, operation.since)], '  ');
  // A default is filled in before the handler runs, so for the handler the value is always there.
  const optional = parameter.required || parameter.defaultValue !== undefined ? '' : '?';
  return `${doc}\n  readonly ${key(parameter.name)}${optional}: ${typeText(valueType(parameter), parameter.enum)};\n`;
}

function replyText(operation: Operation): string {
  const { id, success, errors, result } = operation;
  const reply = `Reply<${success.code}${result ? `, ${typeText(result)}` : ''}>`;
  const refusal = errors.length > 0 ? ` | Refusal<${errors.map(({ code }) => code).join(' | ')}>` : '';
  const doc = docComment([
    `What \`${id}\` may answer:`,
    ...[success, ...errors].map(({ code, message }) => `- ${code}: ${message}`),
  ]);
  return `${doc}\nexport type ${stemOf(operation)}Reply = ${reply}${refusal};`;
}
