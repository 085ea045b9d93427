import { AnsweringMachineDetector } from '../../../src/media/detect/answering-machine';
import type { AnsweringMachineLimits, AnsweringMachineVerdict } from '../../../src/media/protocol-detect';

const usual: AnsweringMachineLimits = {
  initialSilence: 2500,
  greeting: 1500,
  afterGreetingSilence: 800,
  totalAnalysisTime: 5000,
  minimumWordLength: 100,
  betweenWordsSilence: 50,
  maximumNumberOfWords: 2,
  maximumWordLength: 5000,
};

/** Milliseconds of talking, and of silence where they are negative, in frames of 20 ms. */
function judge(rhythm: readonly number[], limits: Partial<AnsweringMachineLimits> = {}) {
  const detector = new AnsweringMachineDetector({ ...usual, ...limits });
  const verdicts: (AnsweringMachineVerdict & { readonly at: number })[] = [];
  let at = 0;
  for (const stretch of rhythm)
    for (let left = Math.abs(stretch); left > 0; left -= 20) {
      at += 20;
      const verdict = detector.process(stretch > 0, 20);
      if (verdict !== undefined) verdicts.push({ ...verdict, at });
    }
  return verdicts;
}

describe('the detector of answering machines', () => {
  it.each<[string, readonly number[], Partial<AnsweringMachineLimits>, [string, string, number, number, number]]>([
    ['nobody says anything', [-10_000], {}, ['machine', 'initial-silence', 2500, 2500, 2500]],
    ['a short hello, and a wait', [-300, 400, -2000], {}, ['human', 'after-greeting-silence', 800, 800, 1500]],
    ['talking from the first frame', [400, -2000], {}, ['human', 'after-greeting-silence', 800, 800, 1200]],
    ['two words, and a wait', [-200, 300, -200, 300, -2000], {}, ['human', 'after-greeting-silence', 800, 800, 1800]],
    ['a third word', [-200, 300, -200, 300, -200, 300], {}, ['machine', 'words', 3, 2, 1300]],
    ['a long greeting of one breath', [-200, 3000], {}, ['machine', 'long-greeting', 1500, 1500, 1700]],
    ['a long greeting in two words', [-200, 1000, -200, 1000], {}, ['machine', 'long-greeting', 1500, 1500, 1900]],
    ['a word that is too long', [-200, 3000], { maximumWordLength: 700 }, ['machine', 'word-length', 700, 700, 900]],
    ['a click is not a word', [-500, 40, -5000], {}, ['machine', 'initial-silence', 2500, 2500, 3040]],
    [
      'clicks between words are not counted',
      [-200, 200, -200, 60, -200, 60, -200, 200, -2000],
      {},
      ['human', 'after-greeting-silence', 800, 800, 2120],
    ],
    [
      'a gap shorter than the one between words does not end a word',
      [-200, 80, -40, 80, -40, 80, -40, 80, -2000],
      { maximumNumberOfWords: 1 },
      ['human', 'after-greeting-silence', 800, 800, 1440],
    ],
    [
      'nothing can be said of it in time',
      [-1000, 300, -700, 300, -700],
      { totalAnalysisTime: 2000 },
      ['not-sure', 'too-long', 2000, 2000, 2000],
    ],
    [
      'the time is over before all else',
      [-2500],
      { totalAnalysisTime: 2500 },
      ['not-sure', 'too-long', 2500, 2500, 2500],
    ],
    ['any word is too many', [-100, 300], { maximumNumberOfWords: 0 }, ['machine', 'words', 1, 0, 200]],
  ])('%s', (_title, rhythm, limits, [who, because, measured, limit, at]) => {
    expect(judge(rhythm, limits)).toEqual([{ who, because, measured, limit, at }]);
  });

  it('says nothing before it knows', () => {
    expect(judge([-1000, 400, -700])).toEqual([]);
  });
});
