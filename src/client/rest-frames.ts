import type { RESTRequest, RESTResponse } from '../../generated/models';
import type { JsonObject } from '../contract/json';
import type { TransportAnswer, TransportRequest } from './transport';

const answerType: RESTResponse['type'] = 'RESTResponse';

/** A request as the event socket carries it. */
export function requestFrame(id: string, { method, target, body, idempotencyKey }: TransportRequest): string {
  const frame: RESTRequest = {
    type: 'RESTRequest',
    transaction_id: '',
    request_id: id,
    method,
    uri: target.slice(1),
    ...(idempotencyKey === undefined ? {} : { idempotency_key: idempotencyKey }),
    ...(body === undefined ? {} : { content_type: 'application/json', message_body: body }),
  };
  return JSON.stringify(frame);
}

export function isAnswerFrame(frame: JsonObject): boolean {
  return frame['type'] === answerType;
}

/** The answer in a frame and the request it belongs to, or undefined for one that belongs to none. */
export function readAnswerFrame(
  frame: JsonObject,
): { readonly id: string; readonly answer: TransportAnswer } | undefined {
  const { request_id: id, status_code: status, reason_phrase: reason, message_body: body } = frame;
  if (typeof id !== 'string' || typeof status !== 'number') return undefined;
  const text = typeof body === 'string' ? body : '';
  return {
    id,
    answer: {
      status,
      reason: typeof reason === 'string' ? reason : '',
      text: () => text,
      bytes: () => new TextEncoder().encode(text),
    },
  };
}
