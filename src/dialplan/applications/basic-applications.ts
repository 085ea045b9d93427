import type { DialplanApplication } from '../../engine/calls/channel/dialplan-port';
import { answeringApplications } from './calling/answering';
import { answeringMachineApplications } from './audio/answering-machine';
import type { ApplicationDeps } from './application-deps';
import { assignmentApplications } from './flow/assignments';
import { audioSocketApplications } from './audio/audio-sockets';
import { backgroundApplications } from './audio/background';
import { backgroundDetectApplications } from './audio/background-detect';
import { branchApplications } from './flow/branches';
import { conditionalWaitingApplications } from './flow/conditional-waiting';
import { controlPlaybackApplications } from './audio/control-playback';
import { databaseApplications } from './flow/database';
import { dumpApplications } from './flow/dumping';
import { jumpApplications } from './flow/jumps';
import { loopApplications } from './flow/loops';
import { messageApplications } from './calling/messages';
import { mixMonitorApplications } from './audio/mix-monitor';
import { musicApplications } from './audio/music';
import { namedSignalApplications } from './calling/named-signals';
import { nestedApplications } from './flow/nested';
import { otherChannelApplications } from './calling/other-channels';
import { outputApplications } from './flow/output';
import { playingApplications } from './audio/playing';
import { readExtenApplications } from './audio/read-exten';
import { readingApplications } from './audio/reading';
import { recordingApplications } from './audio/recording';
import { reloadApplications } from './flow/reloading';
import { timeApplications } from './audio/saying-time';
import { signalApplications } from './calling/signals';
import { silenceApplications } from './audio/silence';
import { subroutineApplications } from './flow/subroutines';
import { systemApplications } from './flow/system';
import { transferApplications } from './calling/transfer';
import { waitingApplications } from './flow/waiting';

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
