import { ConfFolders, ariConf, httpConf } from './conf-folders';

const folders = new ConfFolders();
afterEach(() => folders.removeAll());

const withFile = (text: string) => ({ 'http.conf': httpConf, 'ari.conf': ariConf, 'rtp.conf': text });

describe('rtp.conf', () => {
  it('sets the ports for audio, and whether any sender is accepted', () => {
    const text = '[general]\nrtpstart = 10000\nrtpend = 20000\nstrictrtp = no\nprobation = 6\n';

    expect(folders.sound(withFile(text)).rtp).toEqual({
      firstPort: 10_000,
      lastPort: 20_000,
      learnsSender: false,
      probation: 6,
    });
  });

  it('may be missing', () => {
    expect(folders.sound({ 'http.conf': httpConf }).rtp).toEqual({
      firstPort: 5000,
      lastPort: 31_000,
      learnsSender: true,
      probation: 4,
    });
  });

  it.each(['yes', 'seqno'])('holds senders to one address with strictrtp = %s', (word) => {
    expect(folders.sound(withFile(`[general]\nstrictrtp = ${word}\n`)).rtp.learnsSender).toBe(true);
  });

  it('is refused where no port could be taken', () => {
    expect(folders.problems(withFile('[general]\nrtpstart = 20000\nrtpend = 10000\n'))).toEqual([
      expect.stringContaining("rtp.conf:3: 'rtpend' is 10000; it must be above rtpstart, 20000"),
    ]);
    expect(folders.problems(withFile('[general]\nrtpstart = 80\n'))).toEqual([
      expect.stringContaining("rtp.conf:2: 'rtpstart' cannot be '80'"),
    ]);
  });
});
