import type { EngineEventHub } from '../../engine-event';
import type { Bridge } from '../bridge/bridge';
import type { Bridges } from '../bridge/bridges';
import type { Channel } from '../channel/channel';
import type { DialplanPlace } from '../channel/dialplan-place';
import type { DialplanPort } from '../channel/dialplan-port';
import type { Calls, Program } from '../dialing/calls';

/** What transfers need of the applications of clients. */
export interface TransferApplications {
  /**
   * What a channel has to run in order to take the place of another one in its application; undefined when no
   * application has that one. The channel is in the application as soon as the program is started. `isStep`: entering is
   * reported as a step of its dialplan.
   */
  readonly replacing: (replaced: Channel, options: { readonly isStep: boolean }) => Program | undefined;
  /** The application of a channel is subscribed to the bridge as long as the channel is in it. */
  readonly enteredBridge: (channel: Channel, bridge: Bridge) => void;
}

/** What transfers are carried out with. */
export interface TransferDeps {
  readonly bridges: Pick<Bridges, 'of' | 'leave' | 'move' | 'swap'>;
  readonly calls: Pick<Calls, 'request' | 'dial' | 'run' | 'originate'>;
  readonly applications: TransferApplications;
  readonly dialplan: Pick<DialplanPort, 'run' | 'hasExtension'>;
  /** Takes a channel out of its bridge of the dialplan and sends it to a place; false when nothing can. */
  readonly sendOn: (channel: Channel, place: DialplanPlace) => boolean;
  readonly events: EngineEventHub;
  readonly now: () => number;
}
