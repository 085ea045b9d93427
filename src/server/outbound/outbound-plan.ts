import { isDeepStrictEqual } from 'node:util';
import type { OutboundSocketConfig, WebsocketClientConfig } from '../../config/server-config';
import type { User } from '../auth/users';

/** An outbound socket object with everything it refers to. */
export interface OutboundPlan {
  readonly id: string;
  readonly applications: readonly string[];
  readonly subscribeAll: boolean;
  readonly user: User;
  readonly client: WebsocketClientConfig;
}

export interface PlanSources {
  readonly sockets: readonly OutboundSocketConfig[];
  readonly clients: readonly WebsocketClientConfig[];
  readonly findUser: (name: string) => User | undefined;
}

export interface Plans {
  readonly persistent: readonly OutboundPlan[];
  readonly perCall: readonly OutboundPlan[];
  readonly invalid: readonly { readonly id: string; readonly reason: string }[];
}

/** Resolves the references of the objects. One with an invalid reference is left out, and the reason is reported. */
export function makePlans(sources: PlanSources): Plans {
  const valid: OutboundPlan[] = [];
  const invalid: { id: string; reason: string }[] = [];
  for (const config of sources.sockets) {
    const plan = planFor(config, sources);
    const reason = typeof plan === 'string' ? plan : rivalryOf(plan, valid);
    if (typeof plan === 'string' || reason !== undefined) invalid.push({ id: config.id, reason: reason ?? '' });
    else valid.push(plan);
  }
  return {
    persistent: valid.filter(({ client }) => client.connectionType === 'persistent'),
    perCall: valid.filter(({ client }) => client.connectionType === 'per_call_config'),
    invalid,
  };
}

/** Two sockets for one application would take each other's channels: the first one gets it. */
function rivalryOf({ applications }: OutboundPlan, before: readonly OutboundPlan[]): string | undefined {
  for (const name of applications) {
    const rival = before.find((plan) => plan.applications.includes(name));
    if (rival !== undefined) return `the application '${name}' is already served by outbound socket '${rival.id}'`;
  }
  return undefined;
}

/** Whether both have the same user and applications. */
export function sameUser(one: OutboundPlan, other: OutboundPlan): boolean {
  return isDeepStrictEqual(one.user.config, other.user.config);
}

/** Whether both lead to the same connection. */
export function sameConnection(one: OutboundPlan, other: OutboundPlan): boolean {
  return isDeepStrictEqual(one.client, other.client);
}

function planFor(config: OutboundSocketConfig, sources: PlanSources): OutboundPlan | string {
  const { id, applications, subscribeAll, localUser, websocketClientId } = config;
  const client = sources.clients.find((candidate) => candidate.id === websocketClientId);
  if (client === undefined) return `there is no websocket client '${websocketClientId}'`;
  if (client.connectionType === undefined) return `the websocket client '${client.id}' has no connection_type`;
  if (!URL.canParse(client.uri)) return `the websocket client '${client.id}' has no usable uri`;
  const user = sources.findUser(localUser);
  if (user === undefined) return `there is no user '${localUser}'`;
  return refusalFor(user, applications) ?? { id, applications, subscribeAll, user, client };
}

/** The same checks as for a user who opens an inbound socket. */
function refusalFor({ name, rights }: User, applications: readonly string[]): string | undefined {
  if (!rights.mayReach('events', 'GET')) return `the user '${name}' may not have event sockets`;
  const forbidden = applications.find((application) => !rights.mayUse(application));
  return forbidden === undefined ? undefined : `the user '${name}' may not use the application '${forbidden}'`;
}
