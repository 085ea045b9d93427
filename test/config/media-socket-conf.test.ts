import { ConfFolders, ariConf, httpConf } from './conf-folders';

const folders = new ConfFolders();
afterEach(() => folders.removeAll());

const withFile = (text: string) => ({ 'http.conf': httpConf, 'ari.conf': ariConf, 'chan_websocket.conf': text });

describe('chan_websocket.conf', () => {
  it.each([
    ['[global]\ncontrol_message_format = json\n', 'json'],
    ['[global]\ntype = global\ncontrol_message_format = plain-text\n', 'plain-text'],
    ['[global]\n', 'plain-text'],
    ['', 'plain-text'],
  ])('says how messages beside the audio are written: %j', (text, controlFormat) => {
    expect(folders.sound(withFile(text)).mediaSockets).toEqual({ controlFormat });
  });

  it('may be missing', () => {
    expect(folders.sound({ 'http.conf': httpConf }).mediaSockets).toEqual({ controlFormat: 'plain-text' });
  });

  it('is refused with a precise message where it is invalid', () => {
    expect(folders.problems(withFile('[global]\ncontrol_message_format = xml\n'))).toEqual([
      expect.stringContaining("chan_websocket.conf:2: 'control_message_format' cannot be 'xml'"),
    ]);
  });
});
