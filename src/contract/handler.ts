/** How an operation's answer looks before a door has turned it into bytes. */
export type Reply<Status extends number, Body = undefined> = {
  readonly status: Status;
} & (Body extends undefined ? unknown : { readonly body: Body }) &
  // A creation says where its object lives; the compiler asks for it, so no 201 goes out without.
  (Status extends 201 ? { readonly location: string } : unknown);

/** An error that the spec declares for the operation; any other status does not compile. */
export interface Refusal<Status extends number> {
  readonly status: Status;
  readonly message: string;
}

/** A body that is not JSON: opened only when it is read, possibly from the middle. */
export interface BinaryBody {
  readonly contentType: string;
  readonly length: number;
  /** By which these bytes are told from others of the same name; left out where nothing tells. */
  readonly version?: { readonly tag: string; readonly modifiedAt: number };
  readonly open: (range?: { readonly start: number; readonly end: number }) => AsyncIterable<Uint8Array>;
}

/** Who asks, and through which door. The same operation behaves alike behind every door. */
export interface RequestContext {
  readonly user: string;
  readonly door: 'http' | 'socket' | 'process';
  /** The applications that the user is limited to; undefined for unlimited users. */
  readonly applications?: readonly string[];
  /** The event socket on whose behalf the request is made, by its id. */
  readonly socket?: string | undefined;
}

/** One operation of the spec, as implemented by hand: typed parameters in, a declared answer out. */
export type Handler<Params, Answer> = (params: Params, context: RequestContext) => Answer | Promise<Answer>;

/** The parameters of an operation that takes none. */
export type NoParams = Readonly<Record<string, never>>;
