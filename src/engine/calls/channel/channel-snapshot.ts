import type { ChannelId } from '../../../shared/ids';
import type { EndpointName } from '../../endpoint';
import type { ChannelState } from './channel-state';
import type { DialplanPlace, RunningApplication } from './dialplan-place';
import type { Party } from './party';

/** A channel at one moment. Immutable, so that it may be kept. */
export interface ChannelSnapshot {
  readonly id: ChannelId;
  readonly name: string;
  /** Its technology and the resource it reaches by it. */
  readonly endpoint: EndpointName;
  readonly state: ChannelState;
  /** The id of the call in the technology's own words; empty when it has none. */
  readonly protocolId: string;
  readonly caller: Party;
  readonly connected: Party;
  /** The number that the call was redirected from, if it was. */
  readonly redirectedFrom: string | undefined;
  readonly accountCode: string;
  readonly tenantId: string;
  readonly linkedId: string;
  readonly place: DialplanPlace;
  readonly application: RunningApplication;
  readonly createdAt: number;
  readonly language: string;
  /** Variables that are shown with the channel; undefined when none are. */
  readonly variables: Readonly<Record<string, string>> | undefined;
  /** The same for readers of the manager interface. */
  readonly managerVariables?: Readonly<Record<string, string>> | undefined;
}
