import type { SipMessage } from '../../../../src/sip/message/message';
import type { Finding } from '../compare/compare';
import type { Placeholders } from '../compare/placeholders';
import type { SipStep } from '../recording/trace';
import { listOf, parsed, textOf } from '../recording/trace';

/** Header fields that the recorder wrote down wherever they stood; what we have of them and it has not is a difference. */
const noted = [
  ...['Expires', 'Content-Type', 'Event', 'Subscription-State', 'Reason', 'Refer-To'],
  ...['P-Asserted-Identity', 'Privacy', 'Diversion', 'Replaces'],
];

/** Seconds by which the rest of a registration or subscription may differ: the reference rounds it down. */
const maxSeconds = 2;

/** Holds a message against the recorded one. Tags, numbers of requests and the server's own Contact are its own. */
export function compareMessage(step: SipStep, message: SipMessage, placeholders: Placeholders): readonly Finding[] {
  const isRequest = message.kind === 'request';
  const compare = (path: string, expected: string | undefined, got: string | undefined): readonly Finding[] =>
    isSame(expected, got, placeholders) ? [] : [{ path, expected, got }];
  const raw = (name: string): string | undefined =>
    message.headers.has(name) ? listed(message.headers.rawAll(name)) : undefined;
  const [, uri] = /^\S+ (\S+)/.exec(step.line) ?? [];
  const parties = ['Referred-By', ...(isRequest ? ['From', 'To'] : [])];
  const extensions = Object.keys(step.headers).filter((name) => name.startsWith('X-'));
  const places = isRequest || !tellsPlaces(step, message.status) ? [] : ['Contact'];
  return [
    ...(isRequest ? compare('Request-URI', uri, message.uriText) : []),
    ...parties.flatMap((name) => compare(name, bare(step.headers[name]), bare(raw(name)))),
    ...[...noted, ...extensions, ...places].flatMap((name) => compare(name, unlisted(step.headers[name]), raw(name))),
    ...compareDescriptions(step.description, message),
    ...(step.body === undefined ? [] : compare('body', step.body, message.body.toString())),
  ];
}

/** Several fields of one name have no order; the recorder wrote them as a list. */
function listed(values: readonly string[]): string {
  const [only = ''] = values;
  return values.length === 1 ? only : JSON.stringify(values.toSorted());
}

function unlisted(value: string | undefined): string | undefined {
  const values = value?.startsWith('[') === true ? parsed(value) : undefined;
  return values === undefined ? value : listed(listOf(values).map(textOf));
}

/** Whether the Contact of an answer is its contents: where to try next, or what is registered. */
function tellsPlaces({ headers }: SipStep, status: number): boolean {
  return (status >= 300 && status < 400) || /REGISTER$/.test(headers['CSeq'] ?? '');
}

function isSame(expected: string | undefined, got: string | undefined, placeholders: Placeholders): boolean {
  if (expected === undefined || got === undefined) return expected === got;
  const lifetime = /((?:^|expires=)\d+)$/;
  const [one, other] = [expected, got].map((text) => Number(/\d+$/.exec(lifetime.exec(text)?.[1] ?? '')?.[0] ?? NaN));
  if (one === undefined || other === undefined || Number.isNaN(one) || Number.isNaN(other))
    return placeholders.accept(expected, got);
  const rest = (text: string): string => text.replace(/\d+$/, '');
  return Math.abs(one - other) <= maxSeconds && placeholders.accept(rest(expected), rest(got));
}

/** An address without tag and port: the reference leaves the port out, and the tag is made up. */
function bare(address: string | undefined): string | undefined {
  return address?.replace(/;tag=.*$/, '').replace(/(@[^:>]+):\d+/, '$1');
}

function compareDescriptions(expected: readonly string[] | undefined, message: SipMessage): readonly Finding[] {
  const isDescribed = /^application\/sdp/.test(message.headers.raw('Content-Type') ?? '');
  const got = isDescribed ? notedLines(message.body.toString()) : undefined;
  const [there, here] = [expected, got].map((lines) => lines?.toSorted().join('\n'));
  return there === here
    ? []
    : [{ path: 'description', expected: expected?.join(' ') ?? '', got: got?.join(' ') ?? '' }];
}

/** The lines of a session description that were written down. */
function notedLines(description: string): readonly string[] {
  return description
    .split(/\r?\n/)
    .filter((line) => /^(m=|c=|a=(rtpmap|fmtp|sendrecv|sendonly|recvonly|inactive))/.test(line))
    .map((line) => line.replace(/^(m=\w+) [1-9]\d*/, '$1 <port>'));
}
