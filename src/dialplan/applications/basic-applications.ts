import type { DialplanApplication } from '../../engine/calls/dialplan-port';
import { answeringApplications } from './answering';
import { answeringMachineApplications } from './answering-machine';
import type { ApplicationDeps } from './application-deps';
import { assignmentApplications } from './assignments';
import { audioSocketApplications } from './audio-sockets';
import { backgroundApplications } from './background';
import { backgroundDetectApplications } from './background-detect';
import { branchApplications } from './branches';
import { conditionalWaitingApplications } from './conditional-waiting';
import { controlPlaybackApplications } from './control-playback';
import { databaseApplications } from './database';
import { dumpApplications } from './dumping';
import { jumpApplications } from './jumps';
import { loopApplications } from './loops';
import { messageApplications } from './messages';
import { mixMonitorApplications } from './mix-monitor';
import { musicApplications } from './music';
import { namedSignalApplications } from './named-signals';
import { nestedApplications } from './nested';
import { otherChannelApplications } from './other-channels';
import { outputApplications } from './output';
import { playingApplications } from './playing';
import { readExtenApplications } from './read-exten';
import { readingApplications } from './reading';
import { recordingApplications } from './recording';
import { reloadApplications } from './reloading';
import { timeApplications } from './saying-time';
import { signalApplications } from './signals';
import { silenceApplications } from './silence';
import { subroutineApplications } from './subroutines';
import { systemApplications } from './system';
import { transferApplications } from './transfer';
import { waitingApplications } from './waiting';

/** The applications that every dialplan may use, by the names that they show. */
export function basicApplications(deps: ApplicationDeps): ReadonlyMap<string, DialplanApplication> {
  const topics = [
    answeringApplications,
    answeringMachineApplications,
    assignmentApplications,
    audioSocketApplications,
    backgroundApplications,
    backgroundDetectApplications,
    branchApplications,
    conditionalWaitingApplications,
    controlPlaybackApplications,
    databaseApplications,
    dumpApplications,
    jumpApplications,
    loopApplications,
    messageApplications,
    mixMonitorApplications,
    musicApplications,
    namedSignalApplications,
    nestedApplications,
    otherChannelApplications,
    outputApplications,
    playingApplications,
    readExtenApplications,
    readingApplications,
    recordingApplications,
    reloadApplications,
    signalApplications,
    silenceApplications,
    subroutineApplications,
    systemApplications,
    timeApplications,
    transferApplications,
    waitingApplications,
  ];
  return new Map(topics.flatMap((topic) => Object.entries(topic(deps))));
}
