import type { EndpointsOperations } from '../../generated/operations';
import type { Refusal } from '../contract/handler';
import type { EndpointSnapshot } from '../engine/endpoint';
import type { Endpoints } from '../engine/endpoints';
import type { Messaging, MessagingResult } from '../engine/messaging';
import { presentEndpoint } from '../stasis/presenters/present-endpoint';
import { quoted } from './quoted';
import { variableTexts } from './variable-texts';
import { mapInSlices } from '../shared/scheduling/map-in-slices';
import { when } from '../shared/scheduling/when';

export interface EndpointHandlersDeps {
  readonly endpoints: Endpoints;
  readonly messaging: Messaging;
}

type Messages = 'sendMessage' | 'sendMessageToEndpoint' | 'refer' | 'referToEndpoint';

export const endpointHandlers = (deps: EndpointHandlersDeps): EndpointsOperations => ({
  ...lookups(deps),
  ...messages(deps),
});

function lookups({ endpoints }: EndpointHandlersDeps): Omit<EndpointsOperations, Messages> {
  return {
    list: () => when(mapInSlices(endpoints.list(), presentEndpoint), (body) => ({ status: 200, body })),

    listByTech: ({ tech }) => {
      const found = endpoints.listOf(tech);
      if (found.length === 0) return { status: 404, message: noTechnology(tech, endpoints.technologies()) };
      return when(mapInSlices(found, presentEndpoint), (body) => ({ status: 200, body }));
    },

    get: ({ tech, resource }) => {
      const endpoint = endpoints.get(tech, resource);
      return endpoint === undefined ? noEndpoint(tech, resource) : { status: 200, body: presentEndpoint(endpoint) };
    },
  };
}

function messages({ endpoints, messaging }: EndpointHandlersDeps): Pick<EndpointsOperations, Messages> {
  return {
    sendMessage: async ({ to, from, body = '', variables }) =>
      replyFor(to, await messaging.send({ to, from, body, variables: variableTexts(variables) })),

    sendMessageToEndpoint: async ({ tech, resource, from, body = '', variables }) => {
      const endpoint = endpoints.get(tech, resource);
      if (endpoint === undefined) return noEndpoint(tech, resource);
      const to = addressOf(endpoint);
      return replyFor(to, await messaging.send({ to, from, body, variables: variableTexts(variables) }));
    },

    refer: async ({ to, from, refer_to: referTo, to_self: toSelf, variables, display_name: name }) =>
      replyFor(to, await messaging.refer({ to, from, referTo, toSelf, ...targetOf(variableTexts(variables), name) })),

    referToEndpoint: async (params) => {
      const { tech, resource, from, refer_to: referTo, to_self: toSelf, display_name: name, variables } = params;
      const endpoint = endpoints.get(tech, resource);
      if (endpoint === undefined) return noEndpoint(tech, resource);
      const to = addressOf(endpoint);
      const request = { to, from, referTo, toSelf, ...targetOf(variableTexts(variables), name) };
      return replyFor(to, await messaging.refer(request));
    },
  };
}

function addressOf({ technology, resource }: EndpointSnapshot): string {
  return `${technology.toLowerCase()}:${resource}`;
}

/** `display_name` among the variables is for the server itself, unless given as a parameter. */
function targetOf(all: ReadonlyMap<string, string>, beside: string | undefined) {
  const variables = new Map(all);
  const displayName = beside ?? variables.get('display_name');
  variables.delete('display_name');
  return { displayName, variables };
}

function replyFor(to: string, result: MessagingResult): { readonly status: 202 } | Refusal<400 | 404> {
  switch (result.outcome) {
    case 'taken':
      return { status: 202 };
    case 'invalid':
      return { status: 400, message: result.reason };
    case 'refused':
      return { status: 404, message: `${quoted(to)} cannot be reached: ${result.reason}` };
    case 'no-technology':
      return { status: 404, message: noCarrier(to, result.technology) };
  }
}

function noCarrier(to: string, technology: string): string {
  if (technology === '') return `${quoted(to)} names no technology: put it in front of a colon, as in pjsip:alice`;
  return `${quoted(to)} cannot be reached: no technology ${quoted(technology)} that can do this is loaded`;
}

function noEndpoint(technology: string, resource: string): Refusal<404> {
  return {
    status: 404,
    message: `there is no endpoint ${quoted(`${technology}/${resource}`)}: GET /endpoints lists the existing ones`,
  };
}

function noTechnology(technology: string, known: readonly string[]): string {
  const hint = known.length === 0 ? 'no technology has any' : `ask for ${known.join(', ')}, in exactly this spelling`;
  return `the technology ${quoted(technology)} has no endpoints: ${hint}`;
}
