import type { DialplanApplication } from '../../engine/calls/dialplan-port';
import { answeringApplications } from './answering';
import type { ApplicationDeps } from './application-deps';
import { assignmentApplications } from './assignments';
import { awaitingAudioApplications } from './awaiting-audio';
import { jumpApplications } from './jumps';
import { loopApplications } from './loops';
import { messageApplications } from './messages';
import { nestedApplications } from './nested';
import { otherChannelApplications } from './other-channels';
import { outputApplications } from './output';
import { signalApplications } from './signals';
import { subroutineApplications } from './subroutines';
import { systemApplications } from './system';
import { waitingApplications } from './waiting';

/** The applications that every dialplan may use, by the names that they show. */
export function basicApplications(deps: ApplicationDeps): ReadonlyMap<string, DialplanApplication> {
  const topics = [
    answeringApplications,
    assignmentApplications,
    awaitingAudioApplications,
    jumpApplications,
    loopApplications,
    messageApplications,
    nestedApplications,
    otherChannelApplications,
    outputApplications,
    signalApplications,
    subroutineApplications,
    systemApplications,
    waitingApplications,
  ];
  return new Map(topics.flatMap((topic) => Object.entries(topic(deps))));
}
