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

/**
 * The interface's description in every published form, from the project folder. A document is read when it is asked for
 * first, and kept: they are large, and most servers are never asked for them.
 */
export class Description {
  readonly #listing: ResourceListing;
  readonly #kept = new Map<string, unknown>();
  readonly #files: ReadonlySet<string>;

  constructor(private readonly root: string) {
    this.#listing = this.#read('api-docs/resources.json');
    this.#files = new Set(['generated', 'api-docs'].flatMap((folder) => documentsIn(root, folder)));
  }

  get resources(): readonly string[] {
    return this.#listing.apis.map(resourceOf);
  }

  swagger(options: PublishOptions): PublishedSwagger {
    const { version } = options;
    const documents = this.#remember(`swagger ${version}`, () => swaggerAsOf(this.#swagger(), version));
    return publishSwagger(documents, options);
  }

  openApi({ basePath, version }: { readonly basePath: string; readonly version: string }): OpenAPIV3_1.Document {
    const document = this.#remember(`openapi ${version}`, () =>
      openApiAsOf(
        this.#remember('openapi', () => this.#read('generated/openapi.json')),
        version,
      ),
    );
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

  #swagger(): SwaggerDocuments {
    return this.#remember('swagger', () => ({
      listing: this.#listing,
      declarations: Object.fromEntries(
        this.resources.map((name) => [name, this.#read<ApiDeclaration>(`api-docs/${name}.json`)]),
      ),
    }));
  }

  #read<Document>(path: string): Document {
    return JSON.parse(readFileSync(join(this.root, path), 'utf8')) as Document;
  }

  #remember<Value>(key: string, make: () => Value): Value {
    if (!this.#kept.has(key)) this.#kept.set(key, make());
    return this.#kept.get(key) as Value;
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
