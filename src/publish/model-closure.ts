import type { ApiDeclaration, SwaggerModel } from './swagger';
import { innermostType } from './swagger';

type Models = Readonly<Record<string, SwaggerModel>>;

/**
 * The models a declaration needs: its own, and those of other declarations that it refers to directly or through
 * another model. Swagger 1.2 has no references across documents.
 */
export function modelClosure(declaration: ApiDeclaration, all: Models): Models {
  const needed = new Set(Object.keys(declaration.models));
  const reach = (name: string): void => {
    if (needed.has(name) || all[name] === undefined) return;
    needed.add(name);
    namesInModel(all[name], all).forEach(reach);
  };
  Object.values(declaration.models)
    .flatMap((model) => namesInModel(model, all))
    .forEach(reach);
  namesInOperations(declaration).forEach(reach);
  const foreign = Object.entries(all).filter(([name]) => needed.has(name) && declaration.models[name] === undefined);
  return { ...declaration.models, ...Object.fromEntries(foreign) };
}

/** A member of a family says nothing without its base, which alone declares the fields they share. */
function namesInModel({ id, properties, subTypes = [] }: SwaggerModel, all: Models): string[] {
  const bases = Object.values(all).filter((model) => model.subTypes?.includes(id));
  return [
    ...Object.values(properties).map((property) => innermostType(property) ?? ''),
    ...subTypes,
    ...bases.map((base) => base.id),
  ];
}

function namesInOperations({ apis }: ApiDeclaration): string[] {
  const operations = apis.flatMap((api) => api.operations);
  return operations.flatMap((operation) => [
    innermostType(operation) ?? '',
    ...operation.parameters.map((parameter) => innermostType(parameter) ?? ''),
    ...operation.responseMessages.map(({ responseModel }) => responseModel ?? ''),
  ]);
}
