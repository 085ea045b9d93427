declare module 'fresh' {
  import type { IncomingHttpHeaders } from 'node:http';

  /** Whether a reader with these conditions (RFC 9110 §13.1) has what an answer with these headers would send. */
  export default function fresh(
    conditions: IncomingHttpHeaders,
    answer: { readonly etag: string; readonly 'last-modified': string },
  ): boolean;
}
