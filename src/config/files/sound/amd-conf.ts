import type { ConfFile } from '../../reader/conf-file';
import type { Findings } from '../../reader/findings';
import { checkSections } from '../../reader/known-sections';
import type { Parser } from '../../reader/option-parsers';
import { milliseconds, text, whole } from '../../reader/option-parsers';
import { one, readSection, sectionNamed } from '../../reader/section-schema';
import type { AnsweringMachineConfig } from '../../server-config';

const level: Parser<number | undefined> = whole(1, 32_767);

const schema = {
  initialSilence: one('initial_silence', milliseconds(0), 2500),
  greeting: one('greeting', milliseconds(0), 1500),
  afterGreetingSilence: one('after_greeting_silence', milliseconds(0), 800),
  totalAnalysisTime: one('total_analysis_time', milliseconds(0), 5000),
  minimumWordLength: one('min_word_length', milliseconds(0), 100),
  betweenWordsSilence: one('between_words_silence', milliseconds(0), 50),
  maximumNumberOfWords: one('maximum_number_of_words', whole(0), 2),
  maximumWordLength: one('maximum_word_length', milliseconds(0), 5000),
  silenceThreshold: one('silence_threshold', level, undefined),
  playbackFile: one('playback_file', text, ''),
};

/** amd.conf: how AMD() distinguishes a human from an answering machine unless its arguments say otherwise. */
export function readAmdConf(conf: ConfFile, findings: Findings): AnsweringMachineConfig {
  checkSections(conf, { known: ['general'] }, findings);
  return readSection(schema, sectionNamed('general', conf), { findings, guarded: 'slips' });
}
