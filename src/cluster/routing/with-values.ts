import type { ApiRequest } from '../../api/dispatcher';
import { isJsonObject } from '../../contract/json';

/** The request with other values of a parameter that has several. */
export function withValues(request: ApiRequest, name: string, values: readonly string[]): ApiRequest {
  const query = new URLSearchParams(request.query);
  query.delete(name);
  for (const value of values) query.append(name, value);
  const form = request.form === undefined ? undefined : new URLSearchParams(request.form);
  form?.delete(name);
  const { json } = request;
  if (!isJsonObject(json)) return { ...request, query, form };
  return { ...request, query, form, json: Object.fromEntries(Object.entries(json).filter(([key]) => key !== name)) };
}
