export type AddressFamily = 'IP4' | 'IP6';

/** Where something is sent to or comes from: `IN IP4 192.0.2.1`. */
export interface Connection {
  readonly family: AddressFamily;
  readonly address: string;
}

/** Who made the description, and which edition of it this is (RFC 8866 §5.2). */
export interface Origin extends Connection {
  readonly username: string;
  /** Numbers of up to 64 bits, and therefore texts. */
  readonly sessionId: string;
  readonly version: string;
}

/** `a=name` or `a=name:value`. */
export interface Attribute {
  readonly name: string;
  readonly value?: string;
}

/** `b=AS:64`. */
export interface Bandwidth {
  readonly type: string;
  readonly kilobits: number;
}

/** One m= line with everything below it. */
export interface MediaDescription {
  /** `audio`, `video`, or what it says. */
  readonly kind: string;
  /** Zero when the stream is refused or over. */
  readonly port: number;
  readonly portCount?: number;
  readonly protocol: string;
  /** As written: payload numbers where RTP is spoken. */
  readonly formats: readonly string[];
  readonly connection?: Connection;
  readonly bandwidth: readonly Bandwidth[];
  readonly attributes: readonly Attribute[];
}

/** A description without the line that says who made it. */
export interface SessionBody {
  readonly name: string;
  readonly connection?: Connection;
  readonly bandwidth: readonly Bandwidth[];
  readonly attributes: readonly Attribute[];
  readonly media: readonly MediaDescription[];
}

export interface SessionDescription extends SessionBody {
  readonly origin: Origin;
}

type WithAttributes = Pick<SessionBody, 'attributes'>;

export function hasAttribute({ attributes }: WithAttributes, name: string): boolean {
  for (const attribute of attributes) if (attribute.name === name) return true;
  return false;
}

/** The value of the first attribute of that name; empty when it has none. */
export function attributeValue({ attributes }: WithAttributes, name: string): string | undefined {
  for (const attribute of attributes) if (attribute.name === name) return attribute.value ?? '';
  return undefined;
}

export function attributeValues({ attributes }: WithAttributes, name: string): readonly string[] {
  const values: string[] = [];
  for (const attribute of attributes)
    if (attribute.name === name && attribute.value !== undefined) values.push(attribute.value);
  return values;
}

/** A whole number, or undefined when there is none. */
export function attributeNumber(holder: WithAttributes, name: string): number | undefined {
  const value = attributeValue(holder, name);
  return value !== undefined && /^\d{1,9}$/.test(value) ? Number(value) : undefined;
}

export function attribute(name: string, value?: string | number): Attribute {
  return value === undefined ? { name } : { name, value: String(value) };
}
