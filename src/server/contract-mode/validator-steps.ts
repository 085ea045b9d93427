import type { NextFunction, Request, Response } from 'express';
import { middleware } from 'express-openapi-validator';
import type { OpenApiDocument } from './open-api-document';
import { documentOf } from './resource-document';

export type Step = (request: Request, response: Response, next: NextFunction) => unknown;
type ValidatorOptions = Parameters<typeof middleware>[0];

/** express-openapi-validator for the operations of one resource: the middlewares it consists of, in their order. */
export function validatorSteps(resource: string, document: OpenApiDocument): readonly Step[] {
  return middleware({
    apiSpec: documentOf(resource, document) as ValidatorOptions['apiSpec'],
    validateApiSpec: false, // the generator has done that
    validateSecurity: false, // the door has checked credentials already
    fileUploader: false,
    validateRequests: true,
    validateResponses: true,
  });
}
