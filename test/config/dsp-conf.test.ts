import { ConfFolders, httpConf } from './conf-folders';

const folders = new ConfFolders();
afterEach(() => folders.removeAll());

const withFile = (text: string) => ({ 'http.conf': httpConf, 'dsp.conf': text });

describe('dsp.conf', () => {
  it('says from which level on audio counts as talking', () => {
    expect(folders.sound(withFile('[default]\nsilencethreshold = 1000\n')).detection).toEqual({
      silenceThreshold: 1000,
    });
    expect(folders.sound(withFile('[default]\n')).detection).toEqual({ silenceThreshold: 256 });
    expect(folders.sound({ 'http.conf': httpConf }).detection).toEqual({ silenceThreshold: 256 });
  });

  it.each(['0', '32768', 'loud'])('is told that the level cannot be %s', (level) => {
    expect(folders.problems(withFile(`[default]\nsilencethreshold = ${level}\n`))).toEqual([
      `dsp.conf:2: 'silencethreshold' cannot be '${level}'; write a whole number from 1 to 32767`,
    ]);
  });

  it('is told of what has no effect here', () => {
    const text = '[default]\ndtmf_normal_twist = 6.31\n';

    expect(folders.notices(withFile(text))).toContain('dsp.conf: without effect here: dtmf_normal_twist');
  });
});
