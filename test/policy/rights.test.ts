import fc from 'fast-check';
import { rightsOf, unrestricted } from '../../src/policy/rights';
import type { Rights } from '../../src/policy/rights';
import type { Scopes } from '../../src/config/server-config';

const open: Scopes = { resources: undefined, methods: undefined, applications: undefined };
const may = (scopes: Partial<Scopes>, readOnly = false): Rights =>
  rightsOf({ readOnly, scopes: { ...open, ...scopes } });

const users = {
  'an unrestricted user': may({}),
  'a read-only user': may({}, true),
  'a user for channels': may({ resources: ['channels'] }),
  'a user for the server': may({ resources: ['server'] }),
  'a user for the server by its alias': may({ resources: ['asterisk'] }),
  'a user for GET and POST': may({ methods: ['GET', 'POST'] }),
  'a user for POST': may({ methods: ['POST'] }),
  'a read-only user for channels': may({ resources: ['channels'] }, true),
  'a read-only user for GET and POST': may({ methods: ['GET', 'POST'] }, true),
  'a user for nothing': may({ resources: [], methods: [] }),
} satisfies Record<string, Rights>;

type UserKind = keyof typeof users;

const methods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE', 'PATCH', 'get'];
const resources = ['channels', 'server', 'asterisk', 'api-docs', 'nosuchthing'];

const reading = ['GET', 'HEAD', 'OPTIONS'];
const getAndPost = ['GET', 'HEAD', 'OPTIONS', 'POST'];
const all = methods;
const none: readonly string[] = [];

/** Which methods each user may use: at all, then on channels, server (and so asterisk), api-docs, and what is not there. */
const matrix: Record<UserKind, readonly (readonly string[])[]> = {
  'an unrestricted user': [all, all, all, all, all],
  'a read-only user': [reading, reading, reading, reading, reading],
  'a user for channels': [all, all, none, all, none],
  'a user for the server': [all, none, all, all, none],
  'a user for the server by its alias': [all, none, all, all, none],
  'a user for GET and POST': [getAndPost, getAndPost, getAndPost, getAndPost, getAndPost],
  'a user for POST': [['OPTIONS', 'POST'], ['OPTIONS', 'POST'], ['OPTIONS', 'POST'], getAndPost, ['OPTIONS', 'POST']],
  'a read-only user for channels': [reading, reading, none, reading, none],
  'a read-only user for GET and POST': [reading, reading, reading, reading, reading],
  'a user for nothing': [['OPTIONS'], none, none, reading, none],
};

describe('the rights of a user', () => {
  const kinds = Object.entries(matrix) as [UserKind, (typeof matrix)[UserKind]][];

  it.each(kinds)('let %s use exactly the methods of the matrix', (kind, [called, channels, server, docs, other]) => {
    const { mayCall, mayReach } = users[kind];
    const reached = (resource: string): string[] => methods.filter((method) => mayReach(resource, method));

    expect({
      called: methods.filter(mayCall),
      ...Object.fromEntries(resources.map((resource) => [resource, reached(resource)])),
    }).toEqual({ called, channels, server, asterisk: server, 'api-docs': docs, nosuchthing: other });
  });

  it('are the same object for all unrestricted users', () => {
    expect(may({})).toBe(unrestricted);
  });

  it.each([
    [undefined, 'anything', true],
    [['ivr'], 'ivr', true],
    [['ivr'], 'ivr2', false],
    [['ivr'], 'IVR', false],
    [['ivr'], '', false],
    [['ivr', 'queue-*'], 'queue-sales', true],
    [['ivr', 'queue-*'], 'queue-', true],
    [['ivr', 'queue-*'], 'queue', false],
    [['*'], 'anything', true],
    [['a*b'], 'a*b', true],
    [['a*b'], 'axb', false],
    [[], 'ivr', false],
  ])('with applications %j answer for %s: %s', (applications, name, expected) => {
    expect(may({ applications }).mayUse(name)).toBe(expected);
  });

  it('never grow when a restriction is added', () => {
    const names = fc.option(fc.subarray(['channels', 'server', 'asterisk', 'bridges']), { nil: undefined });
    const verbs = fc.option(fc.subarray(['GET', 'POST', 'PUT', 'DELETE']), { nil: undefined });
    fc.assert(
      fc.property(
        fc.record({ resources: names, methods: verbs }),
        fc.constantFrom(...resources, 'bridges', '__proto__', ''),
        fc.constantFrom(...methods, 'constructor', ''),
        (scopes, resource, method) => {
          const [wide, narrow] = [may(scopes), may(scopes, true)];
          if (narrow.mayReach(resource, method)) expect(wide.mayReach(resource, method)).toBe(true);
          if (wide.mayReach(resource, method) && resource !== 'api-docs') expect(wide.mayCall(method)).toBe(true);
          if (narrow.mayReach(resource, method) || narrow.mayCall(method)) expect(reading).toContain(method);
        },
      ),
    );
  });
});
