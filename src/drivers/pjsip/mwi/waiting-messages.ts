import type { AorConfig } from '../../../config/pjsip/aor-options';
import type { EndpointConfig } from '../../../config/pjsip/endpoint-options';
import type { MessageCounts } from '../../../engine/mailbox';
import type { Mailboxes } from '../../../engine/mailboxes';
import { SipUri } from '../../../sip/message/uri/uri';
import type { EventState } from '../../../sip/subscription/event-state';
import type { SipDirectory } from '../sip-directory';
import { messageSummary } from './message-summary';

export interface WaitingMessagesDeps {
  readonly mailboxes: Pick<Mailboxes, 'get'>;
  readonly directory: SipDirectory;
}

/** For whom a summary is written. */
export interface SummaryReader {
  readonly endpoint: EndpointConfig;
  readonly aor: AorConfig | undefined;
  /** Our address, for the number that plays the messages. */
  readonly host: string;
}

/** Summaries of what waits in mailboxes now. One that does not exist is empty. */
export class WaitingMessages {
  constructor(private readonly deps: WaitingMessagesDeps) {}

  summary(names: readonly string[], { endpoint, aor, host }: SummaryReader): EventState {
    const user =
      (aor?.voicemailExtension ?? '') ||
      endpoint.voicemailExtension ||
      this.deps.directory.config.global.defaultVoicemailExtension;
    const account = user === '' ? undefined : SipUri.of({ user, host }).toString();
    return messageSummary(
      names.map((name) => this.#countsOf(name)),
      account,
    );
  }

  #countsOf(name: string): MessageCounts {
    return this.deps.mailboxes.get(name) ?? { newMessages: 0, oldMessages: 0 };
  }
}
