import { isToken } from '../../sip/message/grammar/characters';
import { setBody } from '../../sip/dialog/dialog';
import type { DialTarget } from './calls/dial-target';
import { contactTarget, dialableContacts, findTarget } from './calls/dial-target';
import { isOwnHeader } from './messages/outgoing-headers';
import type { SipService } from './sip-service';

/** Whom to notify: all contacts of an endpoint, or an address through the default endpoint. */
export type NotifyTarget = { readonly endpoint: string } | { readonly uri: string };

/** Header fields in their order; `Content` is a line of the body. */
export type NotifyFields = readonly (readonly [name: string, value: string])[];

type NotifyService = Pick<SipService, 'directory' | 'contacts' | 'requests'>;

const controlCharacters = /[^\t\P{Cc}]/u;

/**
 * Sends a NOTIFY that belongs to no subscription, such as one that lets a phone read its configuration again. Returns
 * how many contacts it goes to, or why it cannot be sent. What phones answer is of no interest.
 */
export function notifyEndpoint(target: NotifyTarget, fields: NotifyFields, service: NotifyService): number | string {
  const problem = fields.map(problemOf).find((each) => each !== undefined);
  if (problem !== undefined) return problem;
  const targets = targetsOf(target, service);
  if (typeof targets === 'string') return targets;
  for (const each of targets) void send(each, fields, service).catch(() => undefined);
  return targets.length;
}

function targetsOf(target: NotifyTarget, service: NotifyService): readonly DialTarget[] | string {
  if ('uri' in target) {
    const found = findTarget(target.uri, service);
    return typeof found === 'string' ? found : [found];
  }
  const endpoint = service.directory.endpoint(target.endpoint);
  if (endpoint === undefined) return `there is no endpoint '${target.endpoint}'`;
  const found = dialableContacts(endpoint, service).map((contact) => contactTarget(endpoint, contact, service));
  const reached = found.filter((each) => typeof each !== 'string');
  return reached.length === 0 ? `endpoint '${target.endpoint}' has no contact that can be reached` : reached;
}

function send(target: DialTarget, fields: NotifyFields, { requests }: NotifyService): Promise<number> {
  const isNamed =
    (wanted: string) =>
    ([name]: readonly [string, string]) =>
      name.toLowerCase() === wanted;
  const body = fields.filter(isNamed('content')).map(([, value]) => value);
  const type = fields.find(isNamed('content-type'))?.[1] ?? 'text/plain';
  return requests.send({
    method: 'NOTIFY',
    target,
    contactUser: target.endpoint.fromUser || target.uri.user,
    fill: (request) => {
      request.headers.add('Subscription-State', 'terminated');
      for (const [name, value] of fields)
        if (!['content', 'content-type'].includes(name.toLowerCase())) request.headers.add(name, value);
      if (body.length > 0) setBody(request, { type, content: body.join('\r\n') });
    },
  });
}

function problemOf([name, value]: readonly [string, string]): string | undefined {
  if (!isToken(name)) return `'${name}' cannot be the name of a header field`;
  if (isOwnHeader(name) || name.toLowerCase() === 'subscription-state')
    return `the server itself writes the header field ${name}`;
  return controlCharacters.test(value) ? `${name} has a control character` : undefined;
}
