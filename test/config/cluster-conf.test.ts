import { ConfFolders, ariConf, httpConf } from './conf-folders';

const folders = new ConfFolders();
afterEach(() => folders.removeAll());

const withFile = (text: string) => ({ 'http.conf': httpConf, 'ari.conf': ariConf, 'cluster.conf': text });

describe('cluster.conf', () => {
  it('makes the server one node of several', () => {
    const text =
      '[general]\nenabled = yes\nname = east\nnode = a\nservers = nats://127.0.0.1:4222, tls://nats:4223\nreplicas = 3\n';

    expect(folders.sound(withFile(text)).cluster).toMatchObject({
      name: 'east',
      node: 'a',
      servers: ['nats://127.0.0.1:4222', 'tls://nats:4223'],
      replicas: 3,
      heartbeat: 500,
      suspectAfter: 1500,
      deadAfter: 3000,
      requestTimeout: 2000,
    });
  });

  it.each(['', '[general]\nenabled = no\nnode = a\n'])('leaves the server alone: %j', (text) => {
    expect(folders.sound(withFile(text)).cluster).toBeUndefined();
  });

  it.each([
    ['enabled = yes\nservers = nats://h:1', "the cluster is enabled and 'node' is missing"],
    ['enabled = yes\nnode = a', "the cluster is enabled and 'servers' is missing"],
    ['enabled = yes\nnode = a-b\nservers = nats://h:1', "'node' cannot be 'a-b'"],
    ['enabled = yes\nnode = a\nservers = http://h', "'servers' cannot be 'http://h'"],
    ['enabled = yes\nnode = a\nservers = nats://h:1\nsuspect_after = 400', "'suspect_after' is 400"],
    ['enabled = yes\nnode = a\nservers = nats://h:1\ndead_after = 1000', "'dead_after' is 1000"],
    ['enabled = yes\nnode = a\nservers = nats://h:1\ncredentials = missing.creds', 'there is no file'],
    ['enabled = yes\nnode = a\nservers = nats://h:1\nnodes = 3', "unknown option 'nodes'"],
  ])('is refused with a precise word: %j', (text, problem) => {
    expect(folders.problems(withFile(`[general]\n${text}\n`))).toEqual([expect.stringContaining(problem)]);
  });
});
