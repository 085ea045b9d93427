import type { Logger } from '../../../shared/logger';
import type { SipExtension } from '../sip-extension';
import { messageIntake } from './message-intake';
import { MessageOutbox } from './message-outbox';

/** Texts outside of calls, in both directions. */
export const messagesExtension =
  (log: Logger): SipExtension =>
  (service, reports) => {
    const { requests, intake, directory } = service;
    const outbox = new MessageOutbox({ service, requests, log });
    const stopSending = service.outbox.provide((message) => outbox.send(message));
    const stopTaking = intake.handle('MESSAGE', messageIntake({ directory, deliver: reports.messageReceived }));
    return () => {
      stopTaking();
      stopSending();
    };
  };
