import { makeAnswer } from '../../../src/sip/sdp/make-answer';
import type { AnswerOptions } from '../../../src/sip/sdp/make-answer';
import type { LocalAudio } from '../../../src/sip/sdp/local-audio';
import { encoding } from '../../../src/sip/sdp/payload-formats';
import { readDescription } from '../../../src/sip/sdp/read-description';
import type { SessionBody } from '../../../src/sip/sdp/session-description';
import { SessionOrigin } from '../../../src/sip/sdp/session-origin';
import { writeDescription } from '../../../src/sip/sdp/write-description';

export const [pcmu, pcma, g722] = [encoding('PCMU', 8000), encoding('PCMA', 8000), encoding('G722', 8000)];
export const opus = { ...encoding('opus', 48_000, 2), payload: 107, parameters: 'useinbandfec=1' };

export function localAudio(changes: Partial<LocalAudio> = {}): LocalAudio {
  return { address: '192.0.2.10', port: 10_000, formats: [pcmu, pcma], ...changes };
}

/** A description of a far end with these media lines. */
export function remoteSdp(...lines: readonly string[]): string {
  return ['v=0', 'o=- 1 1 IN IP4 198.51.100.1', 's=-', 'c=IN IP4 198.51.100.1', 't=0 0', ...lines, ''].join('\r\n');
}

export function answerTo(offer: string, options: Partial<AnswerOptions> & { readonly local?: LocalAudio } = {}) {
  const { local = localAudio(), ...rest } = options;
  const answer = makeAnswer(readDescription(offer), { streamFor: () => local, ...rest });
  return { ...answer, text: written(answer.body) };
}

export function written(body: SessionBody): string {
  return writeDescription(new SessionOrigin({ address: '192.0.2.10', sessionId: '7' }).sign(body));
}

export const linesOf = (text: string): readonly string[] => text.trimEnd().split('\r\n');
