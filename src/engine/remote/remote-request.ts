import type { IncomingMessage } from 'node:http';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { RemoteMediaConfig } from '../../config/server-config';
import { isPermitted } from '../../shared/network/address-rules';
import type { Destinations } from '../../shared/network/destinations';
import { RemoteSoundError, shownAddress } from './remote-sound-error';
import { isIP } from '../../shared/network/ip-version';

export interface RemoteQuestion {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Ends the question, and the answer with it. */
  readonly signal: AbortSignal;
}

export interface RemoteAnswer {
  readonly response: IncomingMessage;
  /** Where it came from in the end. */
  readonly url: URL;
}

interface Limits extends Pick<RemoteMediaConfig, 'maxRedirects' | 'protocols' | 'rules' | 'userAgent'> {
  readonly destinations: Destinations;
}

/** Asks a web server, and those that it refers to, but only at addresses that may be connected to. */
export async function askRemote(question: RemoteQuestion, limits: Limits): Promise<RemoteAnswer> {
  let { url } = question;
  for (let redirects = 0; ; redirects += 1) {
    const response = await askOnce({ ...question, url }, limits);
    const next = redirectOf(response, url);
    if (next === undefined) return { response, url };
    response.destroy();
    if (redirects === limits.maxRedirects)
      throw new RemoteSoundError(`it redirects more than ${limits.maxRedirects} times (max_redirects)`);
    url = next;
  }
}

function askOnce({ url, headers, signal }: RemoteQuestion, limits: Limits): Promise<IncomingMessage> {
  checkProtocol(url, limits);
  checkLiteral(url, limits);
  const { userAgent } = limits;
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const asked = request(url, {
      // A connection that is kept would be another one to close, and its address might be judged by older rules.
      agent: false,
      lookup: permittedOnly(url, limits),
      headers: { ...headers, ...(userAgent === '' ? {} : { 'user-agent': userAgent }) },
      signal,
    });
    asked.once('response', resolve);
    asked.on('error', reject);
    asked.end();
  });
}

function checkProtocol(url: URL, { protocols }: Limits): void {
  if (!protocols.some((name) => url.protocol === `${name}:`))
    throw new RemoteSoundError(`sounds come over ${protocols.join(' and ')} only (protocols)`);
}

/** Addresses that need no lookup are never shown to the one below. */
function checkLiteral(url: URL, { rules, destinations }: Limits): void {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) === 0) return;
  if (!isPermitted(rules, host)) throw refusal([host]);
  const reason = destinations.refusal(host, portOf(url));
  if (reason !== undefined) throw new RemoteSoundError(reason);
}

/**
 * Looks names up and gives only addresses that may be connected to: the checked address is the one that is connected
 * to.
 */
function permittedOnly(url: URL, { rules, destinations }: Limits): LookupFunction {
  const refused: string[] = [];
  const isWelcome = (address: string): boolean => isPermitted(rules, address) || (refused.push(address), false);
  const find = destinations.lookupFor(portOf(url), isWelcome);
  return (hostname, options, give) =>
    find(hostname, options, (error, ...found) => {
      const isOurs = error !== null && error.code === undefined && refused.length > 0;
      give(isOurs ? refusal(refused) : error, ...found);
    });
}

function portOf({ port, protocol }: URL): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
}

function refusal(addresses: readonly string[]): RemoteSoundError {
  return new RemoteSoundError(`the rules keep this server from ${addresses.join(' and ')} (permit, deny, acl)`);
}

const redirects = [301, 302, 303, 307, 308];

function redirectOf({ statusCode = 0, headers: { location } }: IncomingMessage, from: URL): URL | undefined {
  if (!redirects.includes(statusCode) || location === undefined) return undefined;
  if (!URL.canParse(location, from.href)) throw new RemoteSoundError(`${shownAddress(from)} redirects to no address`);
  return new URL(location, from);
}
