declare module 'fresh' {
  import type { IncomingHttpHeaders } from 'node:http';

  /** Whether a client with these conditions (RFC 9110 §13.1) already has the answer with these headers. */
  export default function fresh(
    conditions: IncomingHttpHeaders,
    answer: { readonly etag: string; readonly 'last-modified': string },
  ): boolean;
}
