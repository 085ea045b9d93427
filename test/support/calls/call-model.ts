import type * as fc from 'fast-check';
import type { CallWorld } from './call-world';

export type AppName = 'one' | 'two';

/** What is known of a channel without asking the server. */
export interface ModelChannel {
  where: 'dialling' | 'dialplan' | AppName;
  state: 'Down' | 'Ringing' | 'Up';
  /** Made by create and not dialled yet. */
  isWaiting: boolean;
  bridge: string | undefined;
}

/** Where everything is, as far as the commands so far say. */
export interface CallModel {
  readonly channels: Map<string, ModelChannel>;
  readonly bridges: Set<string>;
  /** Applications with a socket. */
  readonly connected: Set<AppName>;
}

type Command = fc.AsyncCommand<CallModel, CallWorld>;

/** Every command may be given at any time: when it makes no sense, the server has to refuse it. */
function command(title: string, run: Command['run']): Command {
  return { check: () => true, run, toString: () => title };
}

export function originate(id: string, extension: 'up' | 'ringing' | 'busy' | 'nosuch', app: AppName): Command {
  return command(`originate ${id} ${extension} ${app}`, async ({ channels, connected }, world) => {
    const mark = world.mark();
    const isTaken = channels.has(id);
    await world.post(`/channels/${id}?endpoint=Local/${extension}@default&app=${app}`, isTaken ? 409 : 200);
    if (isTaken) return;
    if (extension === 'ringing') {
      await world.all(`Dial ${id} RINGING`, mark);
      channels.set(id, { where: 'dialling', state: 'Ringing', isWaiting: false, bridge: undefined });
    } else if (extension === 'up' && connected.has(app)) {
      await world.app(app, `StasisStart ${id}`, mark);
      channels.set(id, { where: app, state: 'Up', isWaiting: false, bridge: undefined });
    } else await world.gone(id, mark);
  });
}

export function create(id: string, app: AppName): Command {
  return command(`create ${id} ${app}`, async ({ channels, connected }, world) => {
    const mark = world.mark();
    const isTaken = channels.has(id);
    const target = `/channels/create?endpoint=Local/up@default&channelId=${id}&app=${app}`;
    await world.post(target, isTaken ? 409 : 200);
    if (isTaken) return;
    if (!connected.has(app)) return world.gone(id, mark);
    await world.app(app, `StasisStart ${id}`, mark);
    channels.set(id, { where: app, state: 'Down', isWaiting: true, bridge: undefined });
  });
}

export function dial(id: string): Command {
  return command(`dial ${id}`, async ({ channels }, world) => {
    const mark = world.mark();
    const channel = channels.get(id);
    const status = controlled(channel) ?? (channel?.isWaiting === true ? 204 : 409);
    await world.post(`/channels/${id}/dial`, status);
    if (channel === undefined || status !== 204) return;
    await world.all(`Dial ${id} ANSWER`, mark);
    Object.assign(channel, { state: 'Up', isWaiting: false });
  });
}

export function answer(id: string): Command {
  return command(`answer ${id}`, ({ channels }, world) =>
    world.post(`/channels/${id}/answer`, established(channels.get(id)) ?? 204),
  );
}

/** Either end may hang up: `c1` or `c1;2`. */
export function hangUp(id: string, end: '' | ';2'): Command {
  return command(`hang up ${id}${end}`, async ({ channels, connected }, world) => {
    const mark = world.mark();
    const channel = channels.get(id);
    await world.delete(`/channels/${id}${end}`, channel === undefined ? 404 : 204);
    if (channel === undefined) return;
    channels.delete(id);
    await world.gone(id, mark);
    const { where, bridge } = channel;
    if (where === 'dialling' || where === 'dialplan' || !connected.has(where)) return;
    await world.app(where, `StasisEnd ${id}`, mark);
    const left = bridge === undefined ? [] : [`ChannelLeftBridge ${bridge} ${id}`];
    world.inOrder(where, [`ChannelHangupRequest ${id} `, ...left, `StasisEnd ${id}`], mark);
  });
}

export function continueIn(id: string): Command {
  return command(`continue ${id}`, async ({ channels, connected }, world) => {
    const mark = world.mark();
    const channel = channels.get(id);
    const refused = established(channel);
    await world.post(`/channels/${id}/continue?context=default&extension=silent&priority=1`, refused ?? 204);
    if (channel === undefined || refused !== undefined) return;
    await world.all(`ChannelDialplan ${id} Wait(600)`, mark);
    if (channel.where === 'one' || channel.where === 'two') {
      const left = channel.bridge === undefined ? [] : [`ChannelLeftBridge ${channel.bridge} ${id}`];
      if (connected.has(channel.where)) {
        await world.app(channel.where, `StasisEnd ${id}`, mark);
        world.inOrder(channel.where, [...left, `StasisEnd ${id}`], mark);
      }
    }
    Object.assign(channel, { where: 'dialplan', bridge: undefined });
  });
}

export function move(id: string, app: AppName): Command {
  return command(`move ${id} ${app}`, async ({ channels, connected }, world) => {
    const mark = world.mark();
    const channel = channels.get(id);
    const refused = controlled(channel);
    await world.post(`/channels/${id}/move?app=${app}`, refused ?? 204);
    if (channel === undefined || refused !== undefined) return;
    const from = channel.where as AppName;
    if (connected.has(app)) {
      if (connected.has(from)) await world.app(from, `StasisEnd ${id}`, mark);
      await world.app(app, `StasisStart ${id}`, mark);
      channel.where = app;
    } else if (connected.has(from)) await world.app(from, `ApplicationMoveFailed ${id} ${app}`, mark);
  });
}

export function setVariable(id: string, value: string): Command {
  return command(`set variable of ${id} to ${value}`, async ({ channels }, world) => {
    const mark = world.mark();
    const refused = controlled(channels.get(id));
    await world.post(`/channels/${id}/variable?variable=ANY&value=${value}`, refused ?? 204);
    if (refused !== undefined) return;
    await world.all(`ChannelVarset ${id} ANY=${value}`, mark);
    expect(await world.get(`/channels/${id}/variable?variable=ANY`)).toEqual({ value });
  });
}

export function makeBridge(id: string): Command {
  return command(`make ${id}`, async ({ bridges }, world) => {
    await world.post(`/bridges/${id}?type=mixing`, bridges.has(id) ? 409 : 200);
    bridges.add(id);
  });
}

export function destroyBridge(id: string): Command {
  return command(`destroy ${id}`, async ({ bridges, channels }, world) => {
    const mark = world.mark();
    const exists = bridges.delete(id);
    await world.delete(`/bridges/${id}`, exists ? 204 : 404);
    if (exists) await world.all(`BridgeDestroyed ${id}`, mark);
    for (const channel of channels.values()) if (channel.bridge === id) channel.bridge = undefined;
  });
}

export function addChannel(bridge: string, id: string): Command {
  return command(`add ${id} to ${bridge}`, async ({ bridges, channels }, world) => {
    const mark = world.mark();
    const channel = channels.get(id);
    const refused = bridges.has(bridge) ? bridgeable(channel) : 404;
    await world.post(`/bridges/${bridge}/addChannel?channel=${id}`, refused ?? 204);
    if (channel === undefined || refused !== undefined) return;
    await world.all(`ChannelEnteredBridge ${bridge} ${id}`, mark);
    channel.bridge = bridge;
  });
}

export function removeChannel(bridge: string, id: string): Command {
  return command(`remove ${id} from ${bridge}`, async ({ bridges, channels }, world) => {
    const mark = world.mark();
    const channel = channels.get(id);
    const refused = bridges.has(bridge) ? bridgeable(channel) : 404;
    const status = refused ?? (channel?.bridge === bridge ? 204 : 422);
    await world.post(`/bridges/${bridge}/removeChannel?channel=${id}`, status);
    if (channel === undefined || status !== 204) return;
    await world.all(`ChannelLeftBridge ${bridge} ${id}`, mark);
    channel.bridge = undefined;
  });
}

/** The application goes when it is there, and comes when it is not. */
export function toggle(app: AppName): Command {
  return command(`toggle ${app}`, async ({ connected }, world) => {
    if (connected.delete(app)) return world.disconnect(app);
    connected.add(app);
    return world.connect(app);
  });
}

export function compare(): Command {
  return command('compare', async ({ channels, bridges }, world) => {
    const halves = [...channels.keys()].flatMap((id) => [id, `${id};2`]);
    expect(idsIn(await world.get('/channels'))).toEqual(halves.sort());
    const members = (bridge: string): string[] =>
      [...channels].filter(([, channel]) => channel.bridge === bridge).map(([id]) => id);
    expect(await world.get('/bridges')).toMatchObject(
      [...bridges].sort().map((id) => ({ id, channels: members(id).sort() })),
    );
    for (const [id, { state }] of channels) expect(await world.get(`/channels/${id}`)).toMatchObject({ id, state });
  });
}

function idsIn(list: unknown): string[] {
  return (list as readonly { readonly id: string }[]).map(({ id }) => id).sort();
}

/** The status that refuses a command to a channel; undefined when it is taken. */
function controlled(channel: ModelChannel | undefined): number | undefined {
  if (channel === undefined) return 404;
  return channel.where === 'dialling' || channel.where === 'dialplan' ? 409 : undefined;
}

function established(channel: ModelChannel | undefined): number | undefined {
  return controlled(channel) ?? (channel?.state === 'Up' ? undefined : 412);
}

function bridgeable(channel: ModelChannel | undefined): number | undefined {
  if (channel === undefined) return 400;
  return controlled(channel) === undefined ? undefined : 422;
}
