import { parametersOf } from '../compare/exchange';
import type { RequestStep, SipStep, Step, Trace } from '../recording/trace';
import { isObject, listOf, textOf } from '../recording/trace';

/** The passwords of the phones, as the configuration of the server has them and as requests make them. */
export class Passwords {
  readonly #passwords = new Map<string, string>();

  constructor(conf: string) {
    for (const [, name = '', password = ''] of conf.matchAll(/^username\s*=\s*(\S+)\s+^password\s*=\s*(\S+)/gm))
      this.#passwords.set(name, password);
  }

  of(username: string): string {
    return this.#passwords.get(username) ?? username;
  }

  /** Takes over what a request makes of them. */
  note(request: RequestStep): void {
    if (!/\/config\/dynamic\/res_pjsip\/auth\//.test(request.target)) return;
    const fields = listOf(parametersOf(request).get('fields')).filter(isObject);
    const value = (name: string): string => textOf(fields.find(({ attribute }) => attribute === name)?.['value']);
    if (value('password') !== '' && value('username') !== '') this.#passwords.set(value('username'), value('password'));
  }
}

/** Requests that were refused although they carried credentials: the phone did not know the password. */
export function withWrongPassword({ steps }: Trace): ReadonlySet<Step> {
  const sip = steps.filter((step) => step.kind === 'sip');
  const refused = (request: SipStep): boolean =>
    sip.some((step) => !step.isOurs && isAnswer(step, request) && /^SIP\/2\.0 40[17]/.test(step.line));
  return new Set(
    sip.filter((step, place) => {
      const before = sip.slice(0, place).findLast((each) => each.isOurs && each.callId === step.callId);
      return (
        step.isOurs && before !== undefined && methodOf(before) === methodOf(step) && refused(before) && refused(step)
      );
    }),
  );
}

function isAnswer(answer: SipStep, { callId, headers }: SipStep): boolean {
  return answer.callId === callId && answer.headers['CSeq'] === headers['CSeq'];
}

function methodOf({ line }: SipStep): string {
  return line.slice(0, line.indexOf(' '));
}
