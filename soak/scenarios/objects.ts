import type { Scenario, Scene } from '../scenario';

/** A user is made, logs in, is changed and deleted. */
async function user(scene: Scene): Promise<void> {
  const name = scene.name('user');
  const path = `/asterisk/config/dynamic/res_ari/user/${name}`;
  const put = (password: string) =>
    scene.expect(scene.rest.put(path, { fields: [{ attribute: 'password', value: password }] }), [200]);
  await put('first');
  scene.finally(() => scene.rest.delete(path));
  await scene.expect(scene.victim.as(name, 'first').get('/asterisk/ping'), [200]);
  await put('second');
  await scene.expect(scene.victim.as(name, 'second').get('/asterisk/ping'), [200]);
}

/** An application watches devices and mailboxes that change. */
async function devices(scene: Scene): Promise<void> {
  const { rest, random, application } = scene;
  const app = await scene.listen();
  const [device, box] = [`Stasis:${scene.name('lamp')}`, scene.name('box')];
  await scene.expect(rest.post(`/applications/${application}/subscription?eventSource=deviceState:${device}`), [200]);
  for (const state of random.some(['BUSY', 'INUSE', 'NOT_INUSE', 'RINGING'], 0.7))
    await scene.expect(rest.put(`/deviceStates/${device}?deviceState=${state}`), [204]);
  await scene.expect(rest.put(`/mailboxes/${box}?oldMessages=1&newMessages=2`), [204]);
  await scene.expect(rest.delete(`/mailboxes/${box}`), [204]);
  await scene.expect(rest.delete(`/deviceStates/${device}`), [204, 404]);
  await app.sofar();
}

/** What clients get wrong. */
async function mistakes(scene: Scene): Promise<void> {
  const { rest } = scene;
  await scene.expect(rest.get(`/channels/${scene.name('nobody')}`), [404]);
  await scene.expect(rest.post('/channels?endpoint=Local/nobody@nowhere&app=x'), [200, 400, 404]);
  await scene.expect(rest.post('/channels?endpoint=Nothing/x&app=x'), [400, 404]);
  await scene.expect(rest.post('/bridges/x/addChannel'), [400]);
  const stranger = await fetch(`${scene.victim.origin}/ari/asterisk/info`);
  await stranger.arrayBuffer();
  if (stranger.status !== 401) throw new Error(`a stranger is answered with ${stranger.status}`);
}

export const objectScenarios: readonly Scenario[] = [
  { name: 'user', weight: 3, play: user },
  { name: 'devices', weight: 3, play: devices },
  { name: 'mistakes', weight: 2, play: mistakes },
];
