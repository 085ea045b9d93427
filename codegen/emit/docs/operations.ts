import { unusualBounds } from '../../model/bounds';
import type { Operation, Parameter, ResponseMessage } from '../../model/interface-model';
import { valueType } from '../../model/interface-model';
import { curlOf } from './curl';
import { code } from './markdown';
import type { Column, Page } from './page';

const indexColumns: readonly Column<Operation>[] = [
  { title: 'Operation', text: ({ id, nickname }, page) => page.linkTo(id, nickname) },
  { title: 'Method', text: ({ method }) => method },
  { title: 'Path', text: ({ path }) => code(path) },
  { title: 'What it does', text: ({ summary }, page) => page.prose(summary) },
  { title: 'Since', text: ({ since }, page) => page.version(since.added) },
];

/** The index of a page: its operations, each with a link to where it is described. */
export function operationIndex(operations: readonly Operation[], page: Page): string {
  return page.table(operations, indexColumns);
}

/** Everything an integrator needs to know about one operation. */
export function operationSection(operation: Operation, page: Page): string {
  return page.render('docs-operation', {
    nickname: operation.nickname,
    request: `${operation.method} ${operation.path}`,
    aliases: operation.aliases.map(code).join(', '),
    summary: page.prose(operation.summary),
    since: page.since(operation.since),
    notes: page.prose(operation.notes ?? ''),
    parameters: parameterTable(operation, page),
    answers: answerTable(operation, page),
    modules: operation.requiresModules.map(code).join(', '),
    modulesHref: page.href('README.md#modules'),
    example: curlOf(operation, page.site.model.models),
  });
}

const places: Readonly<Record<Parameter['in'], string>> = {
  path: 'path',
  query: 'query',
  body: 'JSON body',
  'whole-body': 'whole JSON body',
};

interface ParameterRow {
  readonly parameter: Parameter;
  readonly operation: Operation;
}

const parameterColumns: readonly Column<ParameterRow>[] = [
  { title: 'Parameter', text: ({ parameter }) => code(parameter.name) },
  { title: 'In', text: ({ parameter }) => places[parameter.in] },
  { title: 'Type', text: ({ parameter }, page) => page.type(valueType(parameter)) },
  { title: 'Default', text: ({ parameter }) => requirement(parameter) },
  { title: 'Allowed', text: ({ parameter }, page) => allowed(parameter, page) },
  { title: 'Description', text: ({ parameter }, page) => page.prose(parameter.description) },
  { title: 'Since', text: ({ parameter, operation }, page) => page.younger(parameter.since, operation.since) },
];

function parameterTable(operation: Operation, page: Page): string {
  const rows = operation.parameters.map((parameter) => ({ parameter, operation }));
  return page.table(rows, parameterColumns);
}

function requirement({ required, defaultValue, usualDefault }: Parameter): string {
  if (required) return '**required**';
  if (usualDefault !== undefined) return `usually ${code(String(usualDefault))}`;
  return defaultValue === undefined ? 'optional' : code(String(defaultValue));
}

function allowed({ enum: values, ignoreCase, minimum, maximum, bounds }: Parameter, page: Page): string {
  if (values) return page.values(values) + (ignoreCase ? '; in any letter case' : '');
  const unusual = unusualBounds(bounds);
  if (unusual.length > 0) return `up to ${unusual.join(', ')}`;
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`;
  if (minimum !== undefined) return `${minimum} or more`;
  return maximum === undefined ? '' : `${maximum} or less`;
}

interface AnswerRow extends ResponseMessage {
  readonly body: string;
}

const answerColumns: readonly Column<AnswerRow>[] = [
  { title: 'Status', text: (row) => String(row.code) },
  { title: 'Body', text: (row) => row.body },
  { title: 'Meaning', text: (row, page) => page.prose(row.message) },
];

function answerTable({ success, errors, result, produces }: Operation, page: Page): string {
  const formats = produces.filter((type) => type !== 'application/json').map(code);
  const body = result === undefined ? 'no body' : [page.type(result), ...formats].join(', ');
  const rows: readonly AnswerRow[] = [
    { ...success, body },
    ...errors.map((error) => ({ ...error, body: page.linkTo('ErrorMessage') })),
  ];
  return page.table(rows, answerColumns);
}
