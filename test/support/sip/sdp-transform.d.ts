/** What we use of a package that ships no types. */
declare module 'sdp-transform' {
  interface ParsedMedia {
    readonly type: string;
    readonly port: number;
    readonly protocol: string;
    readonly payloads?: string;
    readonly direction?: string;
    readonly ptime?: number;
    readonly maxptime?: number;
    readonly rtcpMux?: string;
    readonly rtcp?: { readonly port: number };
    readonly label?: string;
    readonly connection?: { readonly version: number; readonly ip: string };
    readonly rtp: readonly {
      readonly payload: number;
      readonly codec: string;
      readonly rate?: number;
      readonly encoding?: number;
    }[];
    readonly fmtp: readonly { readonly payload: number; readonly config: string }[];
    readonly bandwidth?: readonly { readonly type: string; readonly limit: number | string }[];
  }
  interface ParsedSession {
    readonly origin?: {
      readonly sessionId: number | string;
      readonly sessionVersion: number;
      readonly address: string;
    };
    readonly connection?: { readonly version: number; readonly ip: string };
    readonly media: readonly ParsedMedia[];
  }
  export function parse(text: string): ParsedSession;
  export function write(session: ParsedSession): string;
}
