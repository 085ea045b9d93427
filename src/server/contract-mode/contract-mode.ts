import express from 'express';
import type { Express, Request, Response } from 'express';
import type { ApiReply, ApiRequest, Dispatcher } from '../../api/dispatcher';
import type { HttpDoorOptions } from '../http/door';
import { HttpDoor } from '../http/door';
import type { OperationMatch } from './document-paths';
import { DocumentPaths } from './document-paths';
import type { Reasons } from './validator-run';
import { ValidatorRun } from './validator-run';
import { normalise } from './normalise';
import type { OpenApiDocument } from './open-api-document';
import { resourceOf } from './open-api-document';
import type { Step } from './validator-steps';
import { validatorSteps } from './validator-steps';

/** Something the server did that its own description does not allow. */
export interface ContractViolation {
  /** `request`: it was carried out although the document refuses it. `response`: the answer does not fit. */
  readonly kind: 'request' | 'response';
  readonly operation: string;
  readonly status: number;
  readonly reasons: readonly string[];
}

export interface ContractHostOptions<Operations> extends HttpDoorOptions<Operations> {
  readonly openApi: OpenApiDocument;
  readonly onViolation: (violation: ContractViolation) => void;
}

/**
 * The HTTP door with an independent check between it and the dispatcher: express-openapi-validator checks every request
 * and every answer against the OpenAPI document. A conforming client notices only the extra time; a violation is
 * reported and answered with 500.
 */
export function contractHost<Operations>(options: ContractHostOptions<Operations>): Express {
  const judge = new Judge(options);
  const host = express();
  host.disable('x-powered-by').enable('strict routing').enable('case sensitive routing').set('env', 'production');
  host.use((request, response) => {
    const { dispatcher } = options;
    const judged = {
      dispatch: (asked: ApiRequest) =>
        judge.dispatch(asked, request, response).catch((error: unknown) => {
          options.log.error({ error, path: asked.path }, 'a request could not be checked against the contract');
          return dispatcher.refuse(500, 'the request could not be checked against the description; see the log');
        }),
      refuse: dispatcher.refuse.bind(dispatcher),
    } as Dispatcher<Operations>;
    new HttpDoor({ ...options, dispatcher: judged }).handle(request, response);
  });
  return host;
}

class Judge<Operations> {
  readonly #paths: DocumentPaths;
  readonly #steps = new Map<string, readonly Step[]>();

  constructor(private readonly options: ContractHostOptions<Operations>) {
    this.#paths = new DocumentPaths(options.openApi);
  }

  async dispatch(asked: ApiRequest, request: Request, response: Response): Promise<ApiReply> {
    const { dispatcher } = this.options;
    const match = this.#paths.operation(asked.method, asked.path);
    if (match === undefined || !dispatcher.serves(resourceOf(match.operation))) return dispatcher.dispatch(asked);
    const validatorRun = new ValidatorRun(request, response);
    const refusal = await validatorRun.request(normalise(match, asked), this.#stepsFor(match));
    const reply = await dispatcher.dispatch(asked);
    if (refusal.length > 0 && !isRefusal(reply))
      return this.#violated(match, reply, { kind: 'request', reasons: refusal });
    // The validator sees all refusals of an operation as one, so whether the status is declared is checked here.
    const isDeclared = String(reply.status) in match.operation.responses;
    const reasons = isDeclared ? await validatorRun.response(reply) : [`the status ${reply.status} is not declared`];
    return reasons.length === 0 ? reply : this.#violated(match, reply, { kind: 'response', reasons });
  }

  #stepsFor({ operation }: OperationMatch): readonly Step[] {
    const resource = resourceOf(operation);
    const known = this.#steps.get(resource);
    if (known !== undefined) return known;
    const made = validatorSteps(resource, this.options.openApi);
    this.#steps.set(resource, made);
    return made;
  }

  #violated(
    { operation }: OperationMatch,
    { status }: ApiReply,
    { kind, reasons }: { readonly kind: ContractViolation['kind']; readonly reasons: Reasons },
  ): ApiReply {
    this.options.onViolation({ kind, operation: operation.operationId, status, reasons });
    return this.options.dispatcher.refuse(500, `the ${kind} violates the description: ${reasons.join('; ')}`);
  }
}

/** The statuses of the checks that run before the operation. */
const gates: ReadonlySet<number> = new Set([400, 403, 405, 426, 501, 503]);

function isRefusal({ status }: ApiReply): boolean {
  return gates.has(status);
}
