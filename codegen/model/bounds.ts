import type { SwaggerParameter } from '../../src/publish/swagger';
import type { TypeRef } from './interface-model';

/** How much a value of a parameter may hold. */
export interface Bounds {
  /** Characters of a text; of a text among the members of an object. */
  readonly maxLength?: number;
  /** Values of a list. */
  readonly maxItems?: number;
  /** Members of an object. */
  readonly maxProperties?: number;
}

/** What holds where the spec says nothing else: no parameter is without a bound. */
export const usualBounds = {
  text: 4096,
  values: 127,
  members: 256,
  memberText: 65_536,
} as const;

/** The bounds of a parameter: those that the spec declares, and the usual ones of its type. */
export function boundsOf(declared: SwaggerParameter, type: TypeRef): Bounds {
  const isList = declared.allowMultiple === true || type.kind === 'array';
  return {
    ...(isList ? { maxItems: declared.maxItems ?? usualBounds.values } : {}),
    ...elementBounds(declared, type),
  };
}

function elementBounds({ enum: values, maxLength, maxProperties }: SwaggerParameter, type: TypeRef): Bounds {
  if (type.kind !== 'primitive' || values !== undefined) return {};
  if (type.name === 'string') return { maxLength: maxLength ?? usualBounds.text };
  if (type.name !== 'object') return {};
  return {
    maxLength: maxLength ?? usualBounds.memberText,
    maxProperties: maxProperties ?? usualBounds.members,
  };
}

/** Those that differ from what is usual for the type, in words. */
export function unusualBounds({ maxLength, maxItems, maxProperties }: Bounds): string[] {
  const usualLength = maxProperties === undefined ? usualBounds.text : usualBounds.memberText;
  const unit = maxProperties === undefined ? 'characters' : 'characters a value';
  return [
    ...(maxItems === undefined || maxItems === usualBounds.values ? [] : [`${maxItems} values`]),
    ...(maxProperties === undefined || maxProperties === usualBounds.members ? [] : [`${maxProperties} members`]),
    ...(maxLength === undefined || maxLength === usualLength ? [] : [`${maxLength} ${unit}`]),
  ];
}
