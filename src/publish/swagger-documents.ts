import type { EcosystemDeclaration } from './ecosystem-dialect';
import { inEcosystemDialect } from './ecosystem-dialect';
import { modelClosure } from './model-closure';
import type { ApiDeclaration, ListedResource, ResourceListing, SwaggerDocuments } from './swagger';
import { listedPath, resourceOf } from './swagger';

export interface PublishOptions {
  /** Where the interface is served, such as `http://localhost:8088/ari`. */
  readonly basePath: string;
  /** The interface version the documents stand for; `swaggerAsOf` makes those of an older one. */
  readonly version: string;
  /** `strict`: Swagger 1.2 as written down. `ecosystem`: as the existing client libraries read it. */
  readonly dialect: 'strict' | 'ecosystem';
}

export interface PublishedSwagger {
  readonly listing: ResourceListing;
  /** By the name under which the listing has them. */
  readonly declarations: Readonly<Record<string, ApiDeclaration | EcosystemDeclaration>>;
}

/** The documents as a client fetches them: addressed, versioned, and each complete in itself. */
export function publishSwagger(documents: SwaggerDocuments, options: PublishOptions): PublishedSwagger {
  const { basePath, version, dialect } = options;
  const models = Object.fromEntries(
    Object.values(documents.declarations).flatMap((declaration) => Object.entries(declaration.models)),
  );
  const resources = documents.listing.apis.flatMap((entry) => resourcesFor(entry, documents, dialect));
  const published = resources.map(({ name, declaration }) => {
    const complete = { ...declaration, basePath, apiVersion: version, models: modelClosure(declaration, models) };
    return [name, dialect === 'ecosystem' ? inEcosystemDialect(complete) : complete] as const;
  });
  return {
    listing: { ...documents.listing, basePath, apiVersion: version, apis: resources.map(({ entry }) => entry) },
    declarations: Object.fromEntries(published),
  };
}

interface Published {
  readonly name: string;
  readonly entry: ListedResource;
  readonly declaration: ApiDeclaration;
}

/** The resource itself and, for the ecosystem, the same once more under each other name its clients may ask for. */
function resourcesFor(
  entry: ListedResource,
  { declarations }: SwaggerDocuments,
  dialect: PublishOptions['dialect'],
): Published[] {
  const name = resourceOf(entry);
  const declaration = declarations[name];
  if (declaration === undefined) return [];
  const aliases = dialect === 'ecosystem' ? (declaration.aliases ?? []) : [];
  const again = aliases.map((alias) => {
    const other = alias.slice(1);
    return { name: other, entry: { ...entry, path: listedPath(other) }, declaration: underAlias(declaration, alias) };
  });
  return [{ name, entry, declaration }, ...again];
}

/** Where a path has a further spelling, that one is the ecosystem's. */
function underAlias(declaration: ApiDeclaration, alias: string): ApiDeclaration {
  const { resourcePath } = declaration;
  const moved = (path: string) => alias + path.slice(resourcePath.length);
  const apis = declaration.apis.map(({ aliases: [own] = [], ...api }) => ({ ...api, path: moved(own ?? api.path) }));
  return { ...declaration, resourcePath: alias, aliases: [resourcePath], apis };
}
