import { createRequire } from 'node:module';
import type * as ContractMode from '../../server/contract-mode/contract-mode';
import type * as OpenApiDocument from '../../server/contract-mode/open-api-document';

export type ContractModeParts = Pick<typeof ContractMode, 'contractHost'> &
  Pick<typeof OpenApiDocument, 'readOpenApiDocument'>;

const validator = 'express-openapi-validator';

/** The contract mode, loaded when it is asked for: its validator takes longer to load than the rest of the server. */
export function loadContractMode(): ContractModeParts {
  const load = createRequire(__filename);
  const { contractHost } = withValidator(() => load('../../server/contract-mode/contract-mode') as typeof ContractMode);
  const { readOpenApiDocument } = load('../../server/contract-mode/open-api-document') as typeof OpenApiDocument;
  return { contractHost, readOpenApiDocument };
}

/** Only the contract mode needs the validator, so a server may be installed without it. */
function withValidator<Loaded>(load: () => Loaded): Loaded {
  try {
    return load();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'MODULE_NOT_FOUND' || !message.includes(`'${validator}'`)) throw error;
    throw new Error(`--contract needs the package ${validator}, which is not installed`, { cause: error });
  }
}
