import type { Response } from 'express';
import type { FailureBody } from '../api/failure';

export interface Refused {
  readonly status: number;
  readonly body: FailureBody;
}

/** Makes an error answer in the one shape they all have. */
export type Refuse = (status: number, message: string, more?: Partial<FailureBody>) => Refused;

export function sendRefusal(response: Response, { status, body }: Refused): void {
  response.status(status).json(body);
}
