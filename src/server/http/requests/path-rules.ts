import type { HttpConfig } from '../../../config/server-config';
import type { AddressRule } from '../../../shared/network/address-rules';
import { isPermitted } from '../../../shared/network/address-rules';
import { headerText } from '../answers/header-text';
import { behindPrefix } from './target';

interface Restriction {
  /** Percent signs resolved, in lower case. */
  readonly start: string;
  readonly rules: readonly AddressRule[];
}

/** The restrictions and redirects of http.conf for paths. */
export class PathRules {
  private constructor(
    private readonly restrictions: readonly Restriction[],
    private readonly redirects: ReadonlyMap<string, string>,
    private readonly prefix: string,
  ) {}

  /** Undefined when there are none, so that most servers skip the lookup. */
  static of({ restrictions, redirects, prefix }: HttpConfig): PathRules | undefined {
    if (restrictions.length === 0 && redirects.length === 0) return undefined;
    return new PathRules(
      restrictions.map(({ pathPrefix, rules }) => ({ start: plain(bytesOf(pathPrefix)), rules })),
      new Map(redirects.map(({ from, to }) => [bytesOf(from), headerText(encodeURI(to).replaceAll('%25', '%'))])),
      prefix,
    );
  }

  /** An address has to pass every restriction that the path falls under, with or without the prefix in front. */
  permits(path: string, address: string | undefined): boolean {
    const whole = plain(path);
    const spellings = [whole, behindPrefix(whole, this.prefix) ?? whole].flatMap(withAliases);
    return this.restrictions.every(
      ({ start, rules }) => !spellings.some((spelling) => spelling.startsWith(start)) || isPermitted(rules, address),
    );
  }

  /** Where a path has moved to. */
  redirect(path: string): string | undefined {
    return this.redirects.get(path);
  }
}

/** Node decodes a request line as Latin-1; configured paths get the same encoding. */
function bytesOf(path: string): string {
  return Buffer.from(path, 'utf8').toString('latin1');
}

/** Another spelling of a path must not bypass a restriction. */
function plain(path: string): string {
  return path.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))).toLowerCase();
}

/** Nor must the alias of the server's own resource. */
function withAliases(path: string): string[] {
  const named = (name: string): string => path.replace(/(\/ari\/)(?:asterisk|server)(?=\/|$)/, `$1${name}`);
  return [path, named('asterisk'), named('server')];
}
