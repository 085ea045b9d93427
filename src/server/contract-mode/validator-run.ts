import type { Request, Response } from 'express';
import type { ApiReply } from '../../api/dispatcher';
import { isBinary } from '../http/answers/respond';
import type { PlainRequest } from './normalise';
import { jsonType } from './open-api-document';
import type { Step } from './validator-steps';

/** The violations of the document; empty when there are none. */
export type Reasons = readonly string[];

/** Validates one request, and afterwards its answer. Nothing is sent: the door does that. */
export class ValidatorRun {
  #answered: (reasons: Reasons) => void = () => undefined;

  constructor(
    private readonly asked: Request,
    private readonly answer: Response,
  ) {}

  /** Runs the normalised request through all steps. */
  async request(plain: PlainRequest, steps: readonly Step[]): Promise<Reasons> {
    rewrite(this.asked, plain);
    // The validator wraps `json`, and calls the original when the answer is valid.
    this.answer.json = () => {
      this.#answered([]);
      return this.answer;
    };
    const reasons: string[] = [];
    // All steps, even after a refusal: the answer to a refused request is checked too.
    for (const step of steps) reasons.push(...(await this.#take(step)));
    return reasons;
  }

  /** The violations of the answer to the validated request. */
  async response({ status, body, location }: ApiReply): Promise<Reasons> {
    // The validator does not check headers.
    const missing = status === 201 && location === undefined ? ['a 201 needs a Location'] : [];
    if (isBinary(body)) return missing;
    const text = JSON.stringify(body) as string | undefined;
    const judged = new Promise<Reasons>((resolve) => {
      this.#answered = resolve;
    });
    this.answer.statusCode = status;
    this.answer.json(text === undefined ? undefined : (JSON.parse(text) as unknown));
    return [...missing, ...(await judged)];
  }

  /**
   * The step that checks answers calls back twice: when it is installed, and with an error when an answer is invalid.
   */
  #take(step: Step): Promise<Reasons> {
    return new Promise((resolve) => {
      step(this.asked, this.answer, (error?: unknown) => {
        resolve(reasonsIn(error));
        this.#answered(reasonsIn(error));
      });
    });
  }
}

/** The validator reads everything it checks from the request itself. */
function rewrite(request: Request, { method, target, body }: PlainRequest): void {
  request.method = method.toUpperCase();
  request.url = request.originalUrl = target;
  request.body = body;
  if (body === undefined) delete request.headers['content-type'];
  else request.headers['content-type'] = jsonType;
}

function reasonsIn(error: unknown): Reasons {
  if (error === undefined) return [];
  const { errors = [], message } = error as {
    readonly errors?: readonly { readonly path?: string; readonly message: string }[];
    readonly message?: string;
  };
  const reasons = errors.map(({ path = '', message }) => `${path} ${message}`.trim());
  return reasons.length > 0 ? reasons : [message ?? 'the validator gives no reason'];
}
