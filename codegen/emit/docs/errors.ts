import type { GeneratedFile } from '../emitter';
import type { Operation } from '../../model/interface-model';
import { anchorOf } from './markdown';
import { Page } from './page';
import type { Site } from './site';

/** All operations that answer one status for one reason. */
interface Reason {
  readonly message: string;
  readonly operations: readonly Operation[];
}

interface Status {
  readonly code: number;
  readonly title: string;
  readonly reasons: readonly Reason[];
}

/** Which status means what, and which operations answer it. */
export function errorsPage(site: Site): GeneratedFile {
  const page = new Page(site, 'errors.md');
  const statuses = statusesOf(site);
  return page.file('docs-errors', {
    common: page.table(site.model.commonResponses, [
      { title: 'Status', text: ({ code }) => titleFor(code) },
      { title: 'When', text: ({ message }) => page.prose(message) },
    ]),
    index: page.table(statuses, [
      { title: 'Status', text: ({ title }) => `[${title}](#${anchorOf(title)})` },
      { title: 'Operations', text: ({ reasons }) => String(new Set(reasons.flatMap((one) => one.operations)).size) },
      { title: 'Reasons', text: ({ reasons }) => String(reasons.length) },
    ]),
    statuses: statuses.map(({ title, reasons }) => ({ title, table: reasonTable(reasons, page) })),
  });
}

/** The words of RFC 9110. Node has them too, but changes them from version to version. */
const phrases: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  409: 'Conflict',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  416: 'Range Not Satisfiable',
  422: 'Unprocessable Content',
  426: 'Upgrade Required',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  503: 'Service Unavailable',
};

/** `404 Not Found`: the number, with its words where we know them. */
export function titleFor(code: number): string {
  return `${code} ${phrases[code] ?? ''}`.trim();
}

function reasonTable(reasons: readonly Reason[], page: Page): string {
  return page.table(reasons, [
    { title: 'When', text: ({ message }) => page.prose(message) },
    { title: 'Operations', text: ({ operations }) => operations.map(({ id }) => page.linkTo(id)).join(', ') },
  ]);
}

function statusesOf({ model }: Site): Status[] {
  const operations = model.resources.flatMap((resource) => resource.operations);
  const codes = new Set(operations.flatMap(({ errors }) => errors.map(({ code }) => code)));
  return [...codes]
    .sort((a, b) => a - b)
    .map((code) => ({ code, title: titleFor(code), reasons: reasonsFor(code, operations) }));
}

/** Operations that share the wording share a line, in document order of the first of them. */
function reasonsFor(code: number, operations: readonly Operation[]): Reason[] {
  const reasons = new Map<string, Operation[]>();
  for (const operation of operations) {
    const message = operation.errors.find((error) => error.code === code)?.message;
    if (message !== undefined) reasons.set(message, [...(reasons.get(message) ?? []), operation]);
  }
  return [...reasons].map(([message, answering]) => ({ message, operations: answering }));
}
