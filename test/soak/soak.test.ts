import { soak } from '../../soak/soak';

const seed = Math.floor(Math.random() * 2 ** 31);

describe('a server on which many things happen at the same time', () => {
  it(`does what it is told, and nothing is left whenever they are over (seed ${seed})`, async () => {
    const { samples, failures } = await soak({ seed, rounds: 2, roundTime: 1500, onSample: () => undefined });

    const left = samples.map(({ channels, bridges, applications, legs }) => ({
      channels,
      bridges,
      applications,
      legs,
    }));
    const nothing = { channels: 0, bridges: 0, applications: 0, legs: 0 };
    expect({ failures, left }).toEqual({ failures: [], left: [nothing, nothing] });
  });
});
