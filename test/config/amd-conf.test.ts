import { ConfFolders, httpConf } from './conf-folders';

const folders = new ConfFolders();
afterEach(() => folders.removeAll());

const withFile = (text: string) => ({ 'http.conf': httpConf, 'amd.conf': text });

const defaults = {
  initialSilence: 2500,
  greeting: 1500,
  afterGreetingSilence: 800,
  totalAnalysisTime: 5000,
  minimumWordLength: 100,
  betweenWordsSilence: 50,
  maximumNumberOfWords: 2,
  maximumWordLength: 5000,
  silenceThreshold: undefined,
  playbackFile: '',
};

describe('amd.conf', () => {
  it('has a default for everything', () => {
    expect(folders.sound({ 'http.conf': httpConf }).answeringMachine).toEqual(defaults);
    expect(folders.sound(withFile('[general]\n')).answeringMachine).toEqual(defaults);
  });

  it('says how a human is distinguished from a machine', () => {
    const text = `[general]
total_analysis_time = 4000
silence_threshold = 512
greeting = 1200
after_greeting_silence = 700
min_word_length = 120
maximum_word_length = 3000
between_words_silence = 60
maximum_number_of_words = 4
initial_silence = 2000
playback_file = hello-world
`;

    expect(folders.sound(withFile(text)).answeringMachine).toEqual({
      initialSilence: 2000,
      greeting: 1200,
      afterGreetingSilence: 700,
      totalAnalysisTime: 4000,
      minimumWordLength: 120,
      betweenWordsSilence: 60,
      maximumNumberOfWords: 4,
      maximumWordLength: 3000,
      silenceThreshold: 512,
      playbackFile: 'hello-world',
    });
  });

  it.each([
    ['greeting = soon', "'greeting' cannot be 'soon'; write milliseconds, a whole number from 0"],
    ['silence_threshold = 0', "'silence_threshold' cannot be '0'; write a whole number from 1 to 32767"],
    ['greetings = 100', "unknown option 'greetings' in [general]; did you mean 'greeting'?"],
  ])('is told what is wrong with %s', (line, problem) => {
    expect(folders.problems(withFile(`[general]\n${line}\n`))).toEqual([`amd.conf:2: ${problem}`]);
  });
});
