import type { DeviceStateName } from '../../device-state';
import type { ContactSnapshot, EndpointFacts } from '../../endpoint';
import type { PeerStatus } from '../../engine-event';
import type { HandOver, IncomingMessage, OutgoingMessage, ReferRequest } from '../../messaging';
import type { OutgoingRequest, OutgoingResult } from './technology-channel';

/**
 * A channel technology: everything that a driver brings. Only the name is required; what is left out, the technology
 * does not have. Incoming calls are handed to `CallIntake`, which the driver is given when it is made.
 */
export interface Technology {
  /** In its own spelling: `PJSIP`. Dial strings may write it in any case. */
  readonly name: string;
  /** Makes a channel that leads somewhere. One that has to ask the network first takes its time. */
  readonly request?: (request: OutgoingRequest) => OutgoingResult | Promise<OutgoingResult>;
  /** Whether a channel comes with a second one, its far end, which can be given an id as well. */
  readonly makesPairs?: boolean;
  readonly endpoints?: TechnologyEndpoints;
  /** The state of `PJSIP/alice`; undefined for devices that are not its own. */
  readonly deviceState?: (device: string) => DeviceStateName | undefined;
  readonly messages?: TechnologyMessages;
  /** Called once everything else is registered. Throws when the technology cannot work, having undone what it began. */
  readonly start?: (reports: TechnologyReports) => Promise<void> | void;
  /** Called when nothing of it is registered any more. */
  readonly stop?: () => Promise<void> | void;
}

export interface TechnologyEndpoints {
  readonly list: () => readonly EndpointFacts[];
  readonly get: (resource: string) => EndpointFacts | undefined;
}

/** Texts and requests to contact others, outside of calls. */
export interface TechnologyMessages {
  readonly send?: (message: OutgoingMessage) => Promise<HandOver>;
  readonly refer?: (request: ReferRequest) => Promise<HandOver>;
}

/** How a technology tells of what happens besides calls. */
export interface TechnologyReports {
  /** The endpoint is not as it was. */
  readonly endpointChanged: (resource: string) => void;
  /** The state of the device may be another one. It is reported whether or not it is. */
  readonly deviceChanged: (device: string) => void;
  /** The endpoint can be reached from now on, or no longer. */
  readonly peerChanged: (resource: string, status: PeerStatus) => void;
  /** One of the addresses at which the endpoint can be reached is new, gone, or has another state. */
  readonly contactChanged: (resource: string, contact: ContactSnapshot) => void;
  /** A text that belongs to no call has come; `unread`: no application wants it. */
  readonly messageReceived: (message: IncomingMessage, sender: string | undefined) => 'taken' | 'unread';
}
