import { createHash } from 'node:crypto';
import type { Response } from 'express';

/** Placeholder in a document for the address that the client uses for this server. */
const placeholder = 'http://base-path.invalid';

interface Template {
  /** The text of the document, split at the placeholders. */
  readonly parts: readonly string[];
  readonly hash: string;
  /** As it was sent last. */
  latest: Sent;
}

interface Sent {
  readonly basePath: string;
  readonly body: Buffer;
  readonly tag: string;
}

/** Documents in JSON, each written once: serialising a large one would block other requests for too long. */
export class PublishedTexts {
  readonly #templates = new Map<string, Template>();

  has(key: string): boolean {
    return this.#templates.has(key);
  }

  /** `key` names the document; there must not be more of them than documents. */
  send(response: Response, key: string, { basePath, make }: DocumentRequest): void {
    const template = this.#template(key, make);
    if (template.latest.basePath !== basePath) template.latest = filledIn(template, basePath);
    const { body, tag } = template.latest;
    response.set('ETag', tag).type('json').send(body);
  }

  #template(key: string, make: DocumentRequest['make']): Template {
    const known = this.#templates.get(key);
    if (known !== undefined) return known;
    const text = JSON.stringify(make(placeholder));
    const written = { parts: text.split(placeholder), hash: hashOf(text) };
    const template = { ...written, latest: filledIn(written, placeholder) };
    this.#templates.set(key, template);
    return template;
  }
}

export interface DocumentRequest {
  readonly basePath: string;
  readonly make: (basePath: string) => unknown;
}

function filledIn({ parts, hash }: Pick<Template, 'parts' | 'hash'>, basePath: string): Sent {
  const body = Buffer.from(parts.join(JSON.stringify(basePath).slice(1, -1)));
  return { basePath, body, tag: `W/"${hash}-${hashOf(basePath)}"` };
}

function hashOf(text: string): string {
  return createHash('sha1').update(text).digest('base64url');
}
