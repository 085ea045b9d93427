import type { ServerConfig } from '../config/server-config';
import type { Dialplan } from '../dialplan/dialplan';
import type { CallSocketResult } from '../stasis/sessions';
import type { Doors } from './doors';
import type { Engine } from './engine';
import type { FurnishedMedia } from './media-parts';
import type { CatalogueHooks } from './module-catalogue';
import type { SocketCall } from '../engine/media/media-socket';
import type { StopSignal } from '../shared/stop-signal';

export interface LiveOptions {
  readonly config: ServerConfig;
  readonly dialplan: Dialplan;
  /** What the files say now; throws when they have a problem. */
  readonly readAgain: () => { readonly config: ServerConfig; readonly dialplan: Dialplan };
}

export interface AttachedParts {
  readonly doors: Doors;
  readonly engine: Engine;
  readonly media: FurnishedMedia;
  /** Puts the objects that files define in force. */
  readonly takeFiles: (config: ServerConfig) => void;
}

/** What modules may change while the server runs. The doors are opened after the modules, but a reload reaches them. */
export class LiveParts implements CatalogueHooks {
  dialplan: Dialplan;
  shownVariables: readonly string[];
  mayConnect = false;
  #parts: AttachedParts | undefined;

  constructor(private readonly options: LiveOptions) {
    this.dialplan = options.dialplan;
    this.shownVariables = options.config.ari.channelVars;
  }

  get doors(): Doors | undefined {
    return this.#parts?.doors;
  }

  attach(parts: AttachedParts): void {
    this.#parts = parts;
  }

  readonly reloadInterface = (): void => {
    const { config } = this.options.readAgain();
    this.#parts?.takeFiles(config);
    this.shownVariables = config.ari.channelVars;
    this.#parts?.doors.reconfigure(config);
  };

  readonly reloadDialplan = (): void => {
    const { config, dialplan } = this.options.readAgain();
    this.dialplan = dialplan;
    this.#parts?.engine.variables.reconfigure(config.globals);
  };

  readonly reloadMedia = (part: keyof FurnishedMedia['reread']): void => {
    const { config } = this.options.readAgain();
    this.#parts?.media.reread[part](config);
  };

  readonly allowOutbound = (allowed: boolean): void => {
    this.mayConnect = allowed;
    this.#parts?.doors.reviewOutbound();
  };

  readonly callSocket = async (call: SocketCall): Promise<string | undefined> =>
    this.#parts === undefined ? 'the server is starting' : this.#parts.doors.callSocket(call);

  readonly openForCall = async (application: string, channel: string, signal: StopSignal): Promise<CallSocketResult> =>
    this.#parts?.doors.openForCall(application, channel, signal) ?? { outcome: 'not-configured' };
}
