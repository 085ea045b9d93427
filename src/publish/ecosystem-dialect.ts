import type {
  ApiDeclaration,
  Constrained,
  DataType,
  SwaggerApi,
  SwaggerModel,
  SwaggerOperation,
  SwaggerParameter,
  SwaggerProperty,
} from './swagger';

/**
 * How the existing client libraries of this interface expect to read Swagger: the keys and type names of version 1.1,
 * and `List[X]` where 1.2 has `array` and `items`. The keys of 1.2 that do not clash stay beside them.
 */
export interface EcosystemDeclaration extends Omit<ApiDeclaration, 'apis' | 'models'> {
  readonly apis: readonly EcosystemApi[];
  readonly models: Readonly<Record<string, EcosystemModel>>;
}

interface EcosystemApi extends Omit<SwaggerApi, 'operations'> {
  readonly operations: readonly EcosystemOperation[];
}

type Untyped<Entry extends DataType> = Omit<Entry, keyof DataType>;

interface EcosystemOperation extends Untyped<Omit<SwaggerOperation, 'parameters'>> {
  readonly type: string;
  readonly responseClass: string;
  readonly httpMethod: string;
  readonly errorResponses: readonly { readonly code: number; readonly reason: string }[];
  readonly parameters: readonly EcosystemParameter[];
}

interface EcosystemParameter extends Untyped<SwaggerParameter> {
  readonly type: string;
  readonly dataType: string;
  readonly allowMultiple: boolean;
  readonly allowableValues?: AllowableValues;
}

interface EcosystemModel extends Omit<SwaggerModel, 'properties'> {
  readonly properties: Readonly<Record<string, EcosystemProperty>>;
}

interface EcosystemProperty extends Untyped<SwaggerProperty> {
  readonly type: string;
  readonly required: boolean;
  readonly allowableValues?: AllowableValues;
}

type AllowableValues =
  | { readonly valueType: 'LIST'; readonly values: readonly string[] }
  | { readonly valueType: 'RANGE'; readonly min?: number; readonly max?: number };

export function inEcosystemDialect(declaration: ApiDeclaration): EcosystemDeclaration {
  const models = Object.entries(declaration.models).map(([name, model]) => [name, modelOf(model)] as const);
  return {
    ...declaration,
    apis: declaration.apis.map((api) => ({ ...api, operations: api.operations.map(operationOf) })),
    models: Object.fromEntries(models),
  };
}

function operationOf(operation: SwaggerOperation): EcosystemOperation {
  const type = typeName(operation);
  const errors = operation.responseMessages.filter(({ code }) => code >= 400);
  return {
    ...untyped(operation),
    type,
    responseClass: type,
    httpMethod: operation.method,
    parameters: operation.parameters.map(parameterOf),
    errorResponses: errors.map(({ code, message }) => ({ code, reason: message })),
  };
}

function parameterOf(parameter: SwaggerParameter): EcosystemParameter {
  const type = typeName(parameter);
  return {
    ...untyped(parameter),
    type,
    dataType: type,
    allowMultiple: parameter.allowMultiple ?? false,
    ...allowableValues(parameter),
  };
}

function modelOf(model: SwaggerModel): EcosystemModel {
  const properties = Object.entries(model.properties).map(([name, property]): [string, EcosystemProperty] => [
    name,
    {
      ...untyped(property),
      type: typeName(property),
      required: model.required?.includes(name) ?? false,
      ...allowableValues(property),
    },
  ]);
  return { ...model, properties: Object.fromEntries(properties) };
}

const typeKeys: ReadonlySet<string> = new Set(['type', '$ref', 'format', 'items'] satisfies (keyof DataType)[]);

function untyped<Entry extends DataType>(entry: Entry): Untyped<Entry> {
  const others = Object.entries(entry).filter(([key]) => !typeKeys.has(key));
  return Object.fromEntries(others) as Untyped<Entry>;
}

function allowableValues({
  enum: values,
  minimum,
  maximum,
}: Constrained & Pick<SwaggerParameter, 'minimum' | 'maximum'>): {
  allowableValues?: AllowableValues;
} {
  if (values) return { allowableValues: { valueType: 'LIST', values } };
  if (minimum === undefined && maximum === undefined) return {};
  const bounds = {
    ...(minimum === undefined ? {} : { min: Number(minimum) }),
    ...(maximum === undefined ? {} : { max: Number(maximum) }),
  };
  return { allowableValues: { valueType: 'RANGE', ...bounds } };
}

const primitiveNames: Readonly<Record<string, string>> = {
  integer: 'int',
  'integer int64': 'long',
  number: 'double',
  'number float': 'float',
  'string date-time': 'Date',
  'string binary': 'binary',
  json: 'object',
};

function typeName({ type = 'void', $ref, format, items }: DataType): string {
  if ($ref !== undefined) return $ref;
  if (items !== undefined) return `List[${typeName(items)}]`;
  return primitiveNames[`${type} ${format ?? ''}`.trim()] ?? primitiveNames[type] ?? type;
}
