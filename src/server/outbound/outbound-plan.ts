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

/** Brings the objects together. One that does not hold together is left out, and the reason is told. */
export function makePlans(sources: PlanSources): Plans {
  const drafts = sources.sockets.map((config) => ({ id: config.id, plan: planFor(config, sources) }));
  const valid = drafts.flatMap(({ plan }) => (typeof plan === 'string' ? [] : [plan]));
  return {
    persistent: valid.filter(({ client }) => client.connectionType === 'persistent'),
    perCall: valid.filter(({ client }) => client.connectionType === 'per_call_config'),
    invalid: drafts.flatMap(({ id, plan }) => (typeof plan === 'string' ? [{ id, reason: plan }] : [])),
  };
}

/** Whether both say the same about who speaks on the socket. */
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
  const shared = applications.find((name) => isServedTwice(name, config, sources));
  if (shared !== undefined) return `the application '${shared}' is also served by another outbound socket`;
  return refusalFor(user, applications) ?? { id, applications, subscribeAll, user, client };
}

/** Two sockets for one application would each take the channels of the other. */
function isServedTwice(name: string, config: OutboundSocketConfig, { sockets }: PlanSources): boolean {
  return sockets.some((other) => other !== config && other.applications.includes(name));
}

/** The same questions that a user is asked who opens a socket from outside. */
function refusalFor({ name, rights }: User, applications: readonly string[]): string | undefined {
  if (!rights.mayReach('events', 'GET')) return `the user '${name}' may not have event sockets`;
  const forbidden = applications.find((application) => !rights.mayUse(application));
  return forbidden === undefined ? undefined : `the user '${name}' may not use the application '${forbidden}'`;
}
