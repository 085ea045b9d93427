import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenAPIV3_1 } from 'openapi-types';
import type { JsonObject } from '../../contract/json';
import { openApiAsOf, swaggerAsOf } from '../../publish/as-of';
import { asyncApiAsOf, eventSchemasAsOf } from '../../publish/events-as-of';
import type { ApiDeclaration, ListedResource, ResourceListing, SwaggerDocuments } from '../../publish/swagger';
import { resourceOf } from '../../publish/swagger';
import type { PublishedSwagger, PublishOptions } from '../../publish/swagger-documents';
import { publishSwagger } from '../../publish/swagger-documents';

/** The interface's description in every published form, read once from the project folder. */
export class Description {
  readonly #swagger: SwaggerDocuments;
  readonly #openApi: OpenAPIV3_1.Document;
  readonly #asOf = new Map<string, unknown>();
  readonly #files: ReadonlySet<string>;

  constructor(private readonly root: string) {
    const listing = this.#read<ResourceListing>('api-docs/resources.json');
    const names = listing.apis.map(resourceOf);
    const declarations = names.map((name) => [name, this.#read<ApiDeclaration>(`api-docs/${name}.json`)] as const);
    this.#swagger = { listing, declarations: Object.fromEntries(declarations) };
    this.#openApi = this.#read('generated/openapi.json');
    this.#files = new Set(['generated', 'api-docs'].flatMap((folder) => documentsIn(root, folder)));
  }

  get resources(): readonly string[] {
    return Object.keys(this.#swagger.declarations);
  }

  swagger(options: PublishOptions): PublishedSwagger {
    const { version } = options;
    const documents = this.#remember(`swagger ${version}`, () => swaggerAsOf(this.#swagger, version));
    return publishSwagger(documents, options);
  }

  openApi({ basePath, version }: { readonly basePath: string; readonly version: string }): OpenAPIV3_1.Document {
    const document = this.#remember(`openapi ${version}`, () => openApiAsOf(this.#openApi, version));
    return { ...document, servers: [{ url: basePath }] };
  }

  asyncApi({ version }: { readonly version: string }): JsonObject {
    return this.#remember(`asyncapi ${version}`, () => asyncApiAsOf(this.#read('generated/asyncapi.json'), version));
  }

  eventSchemas({ version }: { readonly version: string }): JsonObject {
    return this.#remember(`events ${version}`, () =>
      eventSchemasAsOf(this.#read('generated/events.schema.json'), this.asyncApi({ version }), version),
    );
  }

  /**
   * A document as it is on disk, by its path in the project. Kept in memory: answers that are never read hold no file.
   */
  file(path: string): Buffer | undefined {
    return this.#files.has(path) ? this.#remember(path, () => readFileSync(join(this.root, path))) : undefined;
  }

  #read<Document>(path: string): Document {
    return JSON.parse(readFileSync(join(this.root, path), 'utf8')) as Document;
  }

  #remember<Value>(key: string, make: () => Value): Value {
    if (!this.#asOf.has(key)) this.#asOf.set(key, make());
    return this.#asOf.get(key) as Value;
  }
}

function documentsIn(root: string, folder: string): string[] {
  const names = readdirSync(join(root, folder)).filter((name) => name.endsWith('.json'));
  return names.map((name) => `${folder}/${name}`);
}

/** The listing of documents that are served in a folder of their own below `api-docs/`. */
export function movedListing(listing: ResourceListing, folder: string): ResourceListing {
  const moved = (entry: ListedResource) => ({
    ...entry,
    path: entry.path.replace('/api-docs/', `/api-docs/${folder}/`),
  });
  return { ...listing, apis: listing.apis.map(moved) };
}
