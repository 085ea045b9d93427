import type { StopRequest } from './lifecycle/process-life';
import type { Interceptor } from '../api/dispatcher';
import type { ServerConfig } from '../config/server-config';
import type { Dialplan } from '../dialplan/plan/dialplan';
import type { Technology } from '../engine/calls/technology/technology';
import type { DriverKit } from '../engine/audio/legs/driver-kit';
import type { MediaLink } from '../media/protocol';
import type { StoryBook } from '../observe/story';
import type { Tap } from '../observe/tap';
import type { Clock } from '../shared/time/clock';

/** What a server is made of. */
export interface PatchbayOptions {
  readonly config: ServerConfig;
  readonly dialplan: Dialplan;
  /** What the files say now, for a reload; throws when they have a problem. */
  readonly readAgain: () => { readonly config: ServerConfig; readonly dialplan: Dialplan };
  /** Where api-docs/, docs/ and generated/ are. */
  readonly projectFolder: string;
  readonly version: string;
  readonly resources: readonly string[];
  /** Mounts the interface behind the OpenAPI validator, which judges every request and every answer. */
  readonly contract: boolean;
  /** Asks the process that runs the server to stop. */
  readonly requestStop?: (request: StopRequest) => void;
  /** The machine's own when none is given. */
  readonly clock?: Clock;
  /** Closed with the server. A thread of its own when none is given. */
  readonly media?: MediaLink;
  /** Where everything about calls can be observed. */
  readonly tap?: Tap;
  /** Where the stories of calls are kept by the program that embeds the server, whatever the configuration says. */
  readonly stories?: StoryBook;
  /** Take part in every request, before the server does. */
  readonly interceptors?: readonly Interceptor[];
  /** Makes ids of objects; random unless given. */
  readonly uuid?: () => string;
  /** Channel technologies besides those of the modules, for programs that embed the server. */
  readonly technologies?: (kit: DriverKit) => readonly Technology[];
}
