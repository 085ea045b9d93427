/** A type of objects, within the class that is named after the module it belongs to. */
export interface TypeRef {
  readonly configClass: string;
  readonly objectType: string;
}

export interface ObjectRef extends TypeRef {
  readonly id: string;
}

/** The name by which stores know the type. */
export function typeKey({ configClass, objectType }: TypeRef): string {
  return `${configClass}/${objectType}`;
}

/** Types are also known with hyphens, as in `outbound-websocket`. */
export function withUnderscores(objectType: string): string {
  return objectType.replaceAll('-', '_');
}
