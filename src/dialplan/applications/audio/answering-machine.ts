import type { AnsweringMachineConfig } from '../../../config/server-config';
import type { Channel } from '../../../engine/calls/channel/channel';
import type { SoundDetector } from '../../../engine/audio/legs/detector';
import type { Logger } from '../../../shared/logger';
import { linkedTo } from '../../../shared/scheduling/stop-signal';
import { untilFound } from '../../interaction/found-sound';
import { namedPrompts, Prompts } from '../../interaction/prompts';
import { setResult } from '../../runner/result-variable';
import { splitArguments } from '../../expressions/split-arguments';
import type { ApplicationDeps, Applications } from '../application-deps';

type MachineDetector = Extract<SoundDetector, { readonly what: 'answering-machine' }>;
type Verdict = Parameters<MachineDetector['onFound']>[0];

/** Whether a human or a machine has answered. */
export function answeringMachineApplications(deps: ApplicationDeps): Applications {
  const { sound, answeringMachine, log } = deps;
  const prompts = new Prompts(deps);

  const tell = (channel: Channel, status: string, cause: string): void => {
    setResult(channel, 'AMDSTATUS', status);
    setResult(channel, 'AMDCAUSE', cause);
  };

  return {
    AMD: async (channel, data, { signal }) => {
      const { silenceThreshold, playbackFile, ...limits } = readArguments(data, {
        configured: answeringMachine(),
        channel,
        log,
      });
      const threshold = silenceThreshold ?? sound().talkingLevel;
      const judging = linkedTo(signal);
      const playing = prompts.play(channel, { prompts: namedPrompts(playbackFile), signal: judging.signal });
      const search = await untilFound<Verdict>(signal, (onFound) =>
        sound().detect(channel, { what: 'answering-machine', threshold, limits, onFound }),
      );
      judging.abort();
      judging.release();
      await playing;
      if (search.outcome === 'ended') return tell(channel, 'HANGUP', '');
      if (search.outcome === 'found') return tell(channel, statuses[search.finding.who], causeOf(search.finding));
      log.warn({ channel: channel.id }, 'AMD: the channel carries no audio');
      return tell(channel, '', '');
    },
  };
}

const statuses: Readonly<Record<Verdict['who'], string>> = {
  human: 'HUMAN',
  machine: 'MACHINE',
  'not-sure': 'NOTSURE',
};

const causes: Readonly<Record<Verdict['because'], string>> = {
  'too-long': 'TOOLONG',
  'initial-silence': 'INITIALSILENCE',
  'after-greeting-silence': 'HUMAN',
  'long-greeting': 'LONGGREETING',
  'word-length': 'MAXWORDLENGTH',
  words: 'MAXWORDS',
};

function causeOf({ because, measured, limit }: Verdict): string {
  const cause = `${causes[because]}-${measured}`;
  return because === 'too-long' ? cause : `${cause}-${limit}`;
}

/** In the order in which they are written. */
const numbers = [
  'initialSilence',
  'greeting',
  'afterGreetingSilence',
  'totalAnalysisTime',
  'minimumWordLength',
  'betweenWordsSilence',
  'maximumNumberOfWords',
  'silenceThreshold',
  'maximumWordLength',
] as const;

interface Reading {
  readonly configured: AnsweringMachineConfig;
  readonly channel: Channel;
  readonly log: Logger;
}

/** What is not given, or makes no sense, is as configured. */
function readArguments(data: string, { configured, channel, log }: Reading): AnsweringMachineConfig {
  const given = splitArguments(data).map((part) => part.trim());
  const read: Partial<Record<(typeof numbers)[number], number>> = {};
  for (const [index, name] of numbers.entries()) {
    const text = given[index] ?? '';
    if (/^\d+$/.test(text)) read[name] = Number(text);
    else if (text !== '') log.warn({ channel: channel.id, argument: name, value: text }, 'AMD: not a whole number');
  }
  const playbackFile = given[numbers.length] || configured.playbackFile;
  return { ...configured, ...read, playbackFile };
}
