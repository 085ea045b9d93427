import type { EngineEvent, EngineEventSource } from '../engine/engine-event';
import type { Applications } from './applications';
import type { Notice, NoticeMaker } from './notice';
import { presentDeviceStateChange } from './present-device-state';
import { presentEndpointChange } from './present-endpoint';
import { presentGlobalVariable } from './present-global-variable';

export interface EngineLinkDeps {
  readonly events: EngineEventSource;
  readonly applications: Pick<Applications, 'publish'>;
  readonly notices: NoticeMaker;
}

/** Carries what happens in the engine to the applications that want to hear of it. The result cuts the link. */
export function linkEngine({ events, applications, notices }: EngineLinkDeps): () => void {
  return events.onAny((event) => {
    const notice = noticeOf(event, notices);
    if (notice !== undefined) applications.publish(notice);
  });
}

/** Undefined for what is nobody's business outside the engine. */
function noticeOf(event: EngineEvent, notices: NoticeMaker): Notice | undefined {
  switch (event.type) {
    case 'device-state-changed':
      return notices.make(presentDeviceStateChange(event.device, event.at));
    case 'endpoint-changed':
      return notices.make(presentEndpointChange(event.endpoint, event.at));
    case 'global-variable-set':
      return notices.make(presentGlobalVariable(event, event.at));
    case 'mailbox-changed':
      return undefined;
  }
}
