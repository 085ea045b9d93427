import type { Operation, Parameter, Resource } from '../model/interface-model';
import type { Emitter } from './emitter';
import { banner } from './emitter';
import { docComment, importUsed, key, pascal, quote, sinceTags, stemOf, typeText } from './typescript';

/** The header that makes a command safe to repeat. Methods that it is declared for take it as an option. */
const keyHeader = 'Idempotency-Key';

/** A typed client: one class per resource, one method per operation, and the facts each method needs in a table. */
export const emitClient: Emitter = ({ resources, models, commonHeaders }, templates) => {
  const operations = resources.flatMap((resource) => resource.operations);
  const upgrade = operations.find(({ websocketProtocol }) => websocketProtocol !== undefined);
  const keyedMethods = new Set(commonHeaders.flatMap(({ name, methods }) => (name === keyHeader ? methods : [])));
  const body = templates.render('client', {
    resources: resources
      .map((resource) => ({ ...resource, operations: resource.operations.filter((each) => each !== upgrade) }))
      .filter((resource) => resource.operations.length > 0)
      .map((resource) => resourceView(resource, keyedMethods)),
    repeats: keyedMethods.size > 0,
    socket: upgrade === undefined ? undefined : socketView(upgrade),
  });
  const imports = importsOf(body, {
    models: models.map(({ name }) => name),
    params: operations.map((operation) => `${stemOf(operation)}Params`),
  });
  return { path: 'generated/client.ts', text: [banner('client'), ...imports, '', body].join('\n') };
};

function importsOf(
  body: string,
  { models, params }: Readonly<Record<'models' | 'params', readonly string[]>>,
): string[] {
  return [
    ...importUsed(body, ['AccessOptions'], '../src/client/access'),
    ...importValues(body, ['accessFrom'], '../src/client/access'),
    ...importUsed(body, ['Call', 'Send', 'WithDefaults'], '../src/client/call'),
    ...importValues(body, ['bytes', 'json', 'nothing', 'sendOver'], '../src/client/call'),
    ...importUsed(body, ['ConnectOptions'], '../src/client/connect-options'),
    ...importValues(body, ['HttpTransport'], '../src/client/http-transport'),
    ...importValues(body, ['repeatingCommands'], '../src/client/repeat-commands'),
    ...importUsed(body, ['EventClient'], '../src/client/session'),
    ...importValues(body, ['openSession'], '../src/client/session'),
    ...importUsed(body, ['CommandOptions', 'RequestOptions', 'Transport'], '../src/client/transport'),
    ...importUsed(body, ['JsonObject', 'JsonValue'], '../src/contract/json'),
    ...importUsed(body, models, './models'),
    ...importValues(body, ['eventTypes'], './models'),
    ...importUsed(body, params, './operations'),
  ];
}

function importValues(body: string, names: readonly string[], from: string): string[] {
  return importUsed(body, names, from).map((line) => line.replace(/^import type/, 'import'));
}

function resourceView(resource: Resource, keyedMethods: ReadonlySet<string>) {
  return {
    name: key(resource.name),
    className: `${pascal(resource.name)}Client`,
    doc: docComment([resource.description, ...sinceTags(resource.since)]),
    memberDoc: docComment([resource.description], '  '),
    requests: resource.operations.map((operation) => ({ text: requestText(operation) })),
    table: tableName(resource.name),
    calls: resource.operations.map((operation) => ({ text: callText(operation, key(operation.nickname)) })),
    methods: resource.operations.map((operation) => ({
      doc: methodDoc(operation, resource),
      text: methodText(operation, keyedMethods.has(operation.method) ? 'CommandOptions' : 'RequestOptions'),
    })),
  };
}

function socketView(upgrade: Operation) {
  return {
    request: requestText(upgrade),
    requestName: requestName(upgrade),
    call: callText(upgrade, 'call'),
    protocol: quote(upgrade.websocketProtocol ?? ''),
    resumes: declares(upgrade, ['resume', 'lastSequence']),
    shares: declares(upgrade, ['resume', 'lastSequence', 'shared', 'socketId']),
  };
}

function declares({ parameters }: Operation, names: readonly string[]): boolean {
  return names.every((wanted) => parameters.some(({ name }) => name === wanted));
}

const requestName = (operation: Operation): string => `${stemOf(operation)}Request`;
const tableName = (resource: string): string => `${resource}Calls`;

/** What the server fills in by itself, the caller need not give. */
function defaulted({ parameters }: Operation): Parameter[] {
  return parameters.filter(({ required, defaultValue }) => !required && defaultValue !== undefined);
}

function requestText(operation: Operation): string {
  const params = `${stemOf(operation)}Params`;
  const names = defaulted(operation).map(({ name }) => quote(name));
  const head = `export type ${requestName(operation)} =`;
  if (names.length === 0) return `${head} ${params};`;
  const oneLine = `${head} WithDefaults<${params}, ${names.join(' | ')}>;`;
  if (oneLine.length <= 120) return oneLine;
  const union = `  ${names.join(' | ')}`;
  const broken = union.length <= 120 ? union : names.map((name) => `  | ${name}`).join('\n');
  return `${head} WithDefaults<\n  ${params},\n${broken}\n>;`;
}

/** One line of the table, or a few where it is long. */
function callText(operation: Operation, name: string): string {
  const facts = [
    `operation: ${quote(operation.id)}`,
    `method: ${quote(operation.method)}`,
    `path: ${quote(operation.path)}`,
    ...placement(operation),
    `answer: ${formText(operation)}`,
  ];
  const oneLine = `  ${name}: { ${facts.join(', ')} },`;
  return oneLine.length <= 120 ? oneLine : `  ${name}: {\n${facts.map((fact) => `    ${fact},\n`).join('')}  },`;
}

/** Which parameter goes where: a JSON body takes any character and any list as it is, so it is used where there is one. */
function placement({ method, parameters }: Operation): string[] {
  const whole = parameters.find((parameter) => parameter.in === 'whole-body');
  const rest = parameters.filter((parameter) => parameter.in === 'query' || parameter.in === 'body');
  const hasBody = whole === undefined && (method === 'POST' || method === 'PUT');
  const inQuery = rest.filter((parameter) => parameter.in === 'query' && !hasBody);
  return [
    ...namesText('query', inQuery),
    ...namesText(
      'body',
      rest.filter((parameter) => !inQuery.includes(parameter)),
    ),
    ...(whole ? [`wholeBody: ${quote(whole.name)}`] : []),
  ];
}

function namesText(place: string, parameters: readonly Parameter[]): string[] {
  if (parameters.length === 0) return [];
  const names = parameters.map(({ name }) => quote(name));
  const oneLine = `${place}: [${names.join(', ')}]`;
  return [oneLine.length <= 115 ? oneLine : `${place}: [\n${names.map((name) => `      ${name},\n`).join('')}    ]`];
}

function isBinary({ result }: Operation): boolean {
  return result?.kind === 'primitive' && result.name === 'binary';
}

function formName(operation: Operation): string {
  if (isBinary(operation)) return 'bytes';
  return operation.result === undefined || operation.websocketProtocol !== undefined ? 'nothing' : 'json';
}

function formText(operation: Operation): string {
  const form = formName(operation);
  return form === 'json' ? `json<${resultText(operation)}>()` : form;
}

function resultText(operation: Operation): string {
  if (operation.result === undefined) return 'void';
  return isBinary(operation) ? 'Uint8Array' : typeText(operation.result);
}

function methodDoc(operation: Operation, resource: Resource): string {
  const refusals = operation.errors.map(({ code, message }) => `- ${code}: ${message}`);
  const notes = [
    operation.summary + '.',
    operation.notes,
    `\`${operation.method} ${operation.path}\``,
    ...(refusals.length > 0 ? ['Throws an `ApiFailure` with the status', ...refusals] : []),
    ...sinceTags(operation.since, resource.since),
  ];
  return docComment(notes, '  ');
}

function methodText(operation: Operation, optionsType: string): string {
  const { nickname, resource } = operation;
  const fallback = operation.parameters.some(({ required }) => required) ? '' : ' = {}';
  const params = `params: ${requestName(operation)}${fallback}`;
  const result = `Promise<${resultText(operation)}> {`;
  const oneLine = `  ${key(nickname)}(${params}, options?: ${optionsType}): ${result}`;
  const head =
    oneLine.length <= 120
      ? oneLine
      : `  ${key(nickname)}(\n    ${params},\n    options?: ${optionsType},\n  ): ${result}`;
  const call = key(nickname) === nickname ? `.${nickname}` : `[${quote(nickname)}]`;
  return `${head}\n    return this.#send(${tableName(resource)}${call}, params, options);\n  }`;
}
