import { createRequire } from 'node:module';
import type * as ContractMode from '../server/contract/contract-mode';
import type * as OpenApiDocument from '../server/contract/open-api-document';

export type ContractModeParts = Pick<typeof ContractMode, 'contractHost'> &
  Pick<typeof OpenApiDocument, 'readOpenApiDocument'>;

/** The contract mode, loaded when it is asked for: its validator takes longer to load than the rest of the server. */
export function loadContractMode(): ContractModeParts {
  const load = createRequire(__filename);
  const { contractHost } = load('../server/contract/contract-mode') as typeof ContractMode;
  const { readOpenApiDocument } = load('../server/contract/open-api-document') as typeof OpenApiDocument;
  return { contractHost, readOpenApiDocument };
}
