import type { ApiReply, ApiRequest } from '../../api/dispatcher';
import type { BinaryBody, RequestContext } from '../../contract/handler';
import type { JsonValue } from '../../contract/json';
import { forwardedRights } from '../../policy/rights';

/** A request between nodes. The node where it arrived has authenticated the user and checked the parameters. */
interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly form?: string | undefined;
  readonly json?: JsonValue | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly user: string;
  readonly door: RequestContext['door'];
  readonly socket?: string | undefined;
  readonly applications?: readonly string[] | undefined;
  readonly seesKeys: boolean;
  readonly hops: number;
  /** The socket that it came from: its requests are carried out in their order. */
  readonly line?: string | undefined;
  /** Asks for a part of the file that is the answer. */
  readonly part?: FilePart | undefined;
}

export interface FilePart {
  readonly start: number;
  /** The last byte. */
  readonly end: number;
}

export interface RequestDetails {
  readonly line?: string | undefined;
  readonly part?: FilePart | undefined;
}

export function encodeRequest(request: ApiRequest, { line, part }: RequestDetails = {}): string {
  const { method, path, query, form, json, idempotencyKey, rights, context } = request;
  const wire: WireRequest = {
    method,
    path,
    query: query.toString(),
    form: form?.toString(),
    json,
    idempotencyKey,
    part,
    user: context.user,
    door: context.door,
    applications: rights.applications,
    seesKeys: rights.seesKeys,
    socket: context.socket,
    hops: (request.hops ?? 0) + 1,
    line,
  };
  return JSON.stringify(wire);
}

export function decodeRequest(data: Buffer): RequestDetails & { readonly request: ApiRequest } {
  const wire = JSON.parse(data.toString('utf8')) as WireRequest;
  const { method, path, query, form, json, idempotencyKey, applications, seesKeys, user, door, socket, hops } = wire;
  return {
    request: {
      method,
      path,
      json,
      idempotencyKey,
      hops,
      query: new URLSearchParams(query),
      form: form === undefined ? undefined : new URLSearchParams(form),
      rights: forwardedRights({ applications, seesKeys }),
      context: { user, door, socket },
    },
    line: wire.line,
    part: wire.part,
  };
}

/** The answer of another node; a file is described and fetched when it is read. */
export type WireReply = Omit<ApiReply, 'body'> & {
  readonly body?: unknown;
  readonly file?: Omit<BinaryBody, 'open'>;
};

export function encodeReply(reply: ApiReply): string {
  const { body, ...rest } = reply;
  const wire: WireReply = isFile(body)
    ? { ...rest, file: { contentType: body.contentType, length: body.length, ...versionOf(body) } }
    : { ...rest, ...(body === undefined ? undefined : { body }) };
  return JSON.stringify(wire);
}

function versionOf({ version }: BinaryBody): Pick<BinaryBody, 'version'> {
  return version === undefined ? {} : { version };
}

export function isFile(body: unknown): body is BinaryBody {
  return typeof body === 'object' && body !== null && 'open' in body && 'contentType' in body;
}
