import type { Scene } from '../scene';

const all = [0, 1, 2];

export async function setUp(scene: Scene): Promise<void> {
  for (let count = 0; count < 4; count += 1) {
    await Promise.all(all.map((node) => scene.place(node)));
    await scene.pause(200);
  }
}

/** The calls of each node talk in a bridge; they are asked for and changed through other nodes. */
export async function talk(scene: Scene): Promise<void> {
  const { random } = scene;
  await Promise.all(
    all.map(async (node) => {
      const bridge = scene.name('bridge');
      const members = scene.calls.filter((call) => call.node === node).map(({ id }) => id);
      await scene.ask(node, 'post', `/bridges/${bridge}`);
      await scene.ask(random.pick(all), 'post', `/bridges/${bridge}/addChannel?channel=${members.join(',')}`);
      for (const id of members) {
        await scene.ask(random.pick(all), 'post', `/channels/${id}/variable?variable=ROUND&value=${scene.id}`);
        await scene.pause(100);
        await scene.ask(random.pick(all), 'get', `/channels/${id}`);
      }
    }),
  );
}

export async function recording(scene: Scene): Promise<void> {
  const { random } = scene;
  await Promise.all(
    scene.calls.slice(0, 6).map(async ({ id }) => {
      const name = scene.name('recording');
      await scene.ask(random.pick(all), 'post', `/channels/${id}/record?name=${name}&format=wav`);
      await scene.pause(400);
      await scene.ask(random.pick(all), 'post', `/recordings/live/${name}/stop`);
    }),
  );
}

/** The calls go from one application to the other one, some of them back again. */
export async function move(scene: Scene): Promise<void> {
  const { random, first, second } = scene;
  await Promise.all(
    scene.calls.slice(0, 6).map(async ({ id }) => {
      await scene.ask(random.pick(all), 'post', `/channels/${id}/move?app=${second.application}`);
      await scene.pause(300);
      if (random.chance(0.5))
        await scene.ask(random.pick(all), 'post', `/channels/${id}/move?app=${first.application}`);
    }),
  );
}
