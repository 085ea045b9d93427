import { aclOptions, domainAliasOptions } from '../../config/pjsip/acl-options';
import { aorOptions } from '../../config/pjsip/aor-options';
import { authOptions } from '../../config/pjsip/auth-options';
import { endpointOptions } from '../../config/pjsip/endpoint-options';
import { globalOptions, systemOptions } from '../../config/pjsip/global-options';
import { identifyOptions } from '../../config/pjsip/identify-options';
import type { ObjectOption, ObjectOptions } from '../../config/pjsip/object-option';
import { registrationOptions } from '../../config/pjsip/registration-options';
import type { SipType } from '../../config/pjsip/sip-section';
import { transportOptions } from '../../config/pjsip/transport-options';
import { withoutEffect } from '../../config/pjsip/without-effect';
import type { FieldKind } from '../../engine/config-objects/config-object-kinds';
import { text } from '../../engine/config-objects/config-object-kinds';
import type { FieldSchema, ObjectSchema } from '../../engine/config-objects/config-object-schema';
import { anyId } from '../../engine/config-objects/config-object-schema';

const options: Readonly<Record<SipType, ObjectOptions>> = {
  transport: transportOptions,
  endpoint: endpointOptions,
  aor: aorOptions,
  auth: authOptions,
  identify: identifyOptions,
  registration: registrationOptions,
  global: globalOptions,
  system: systemOptions,
  acl: aclOptions,
  domain_alias: domainAliasOptions,
};

const unused: Readonly<Partial<Record<SipType, Readonly<Record<string, string>>>>> = withoutEffect;

/** What the objects of a type look like through the interface: the options of its sections, one field each. */
export function sipObjectSchema(type: SipType): ObjectSchema {
  const honoured = Object.values(options[type]).flatMap((option) =>
    option.names.map((name) => fieldOf(name, option, type)),
  );
  const others = Object.entries(unused[type] ?? {}).map(([name, fallback]) => unusedField(name, fallback));
  return { id: anyId, fields: [...honoured, ...others] };
}

/** Whether an empty value says something: there is a default, and no value at all is another one. */
export function meansEmpty(type: SipType, name: string): boolean {
  const option = Object.values(options[type]).find(({ names }) => names.includes(name));
  return option !== undefined && option.default !== '' && 'value' in option.parser.parse('');
}

/** Options of an endpoint that existing servers do not show, or have in acl.conf: they are shown where they are given. */
const quietNames: ReadonlySet<string> = new Set(['deny', 'permit', 'contact_deny', 'contact_permit', 'contact_user']);

function fieldOf(name: string, option: ObjectOption<unknown>, type: SipType): FieldSchema {
  return {
    name,
    kind: kindOf(option),
    default: option.default,
    ...(option.isSecret === true ? { secret: 'whole' as const } : {}),
    ...(type === 'endpoint' && quietNames.has(name) ? { quiet: true } : {}),
    // What is left of `allow` after it is shown there.
    ...(name === 'disallow' ? { hidden: true } : {}),
  };
}

function unusedField(name: string, fallback: string): FieldSchema {
  const spell = spelling(fallback);
  const kind: FieldKind = spell === undefined ? text : { ...text, read: (given) => ({ value: spell(given) ?? given }) };
  return { name, kind, default: fallback, ...(/secret|token|password/.test(name) ? { secret: 'whole' as const } : {}) };
}

function kindOf({ parser, isList, spell: own, default: fallback }: ObjectOption<unknown>): FieldKind {
  const spell = own ?? spelling(fallback);
  return {
    allowed: parser.wanted,
    ...(isList === true ? { isList } : {}),
    read: (given) => {
      const plain = text.read(given);
      if ('refused' in plain || given === '') return plain;
      const parsed = parser.parse(given);
      return 'refused' in parsed ? parsed : { value: spell?.(given) ?? given };
    },
  };
}

const truths = ['yes', 'true', 'y', 't', '1', 'on'];
const pairs = [
  ['true', 'false'],
  ['yes', 'no'],
  ['Yes', 'No'],
] as const;

/** How values of an option are shown, which existing servers decide option by option: as its default is. */
function spelling(fallback: string): ((given: string) => string | undefined) | undefined {
  if (/^\d+\.\d{6}$/.test(fallback)) return (given) => Number(given).toFixed(6);
  const pair = pairs.find((words) => words.some((word) => word === fallback));
  if (pair === undefined) return undefined;
  return (given) => {
    const lower = given.toLowerCase();
    if (truths.includes(lower)) return pair[0];
    return ['no', 'false', 'n', 'f', '0', 'off'].includes(lower) ? pair[1] : undefined;
  };
}
