/** What we use of JsSIP. Its own types need those of a browser. */
declare module 'jssip' {
  interface Listenable {
    on(type: string, listener: (event: never) => void): this;
  }
  /** The way to the server: JsSIP sets the handlers. */
  export interface Socket {
    readonly url: string;
    readonly via_transport: string;
    readonly sip_uri: string;
    onconnect?: () => void;
    ondisconnect?: (error: boolean, code?: number, reason?: string) => void;
    ondata?: (text: string) => void;
    connect(): void;
    disconnect(): void;
    send(text: string): boolean;
  }
  export interface RTCSession extends Listenable {
    readonly direction: 'incoming' | 'outgoing';
    readonly remote_identity: { readonly uri: { readonly user: string } };
    answer(options: object): void;
    terminate(): void;
    hold(): boolean;
    unhold(): boolean;
    sendDTMF(digits: string, options?: object): void;
  }
  export class UA implements Listenable {
    constructor(configuration: object);
    on(type: string, listener: (event: never) => void): this;
    start(): void;
    stop(): void;
    unregister(options?: object): void;
    isRegistered(): boolean;
    call(target: string, options: object): RTCSession;
  }
}
