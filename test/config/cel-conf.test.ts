import { ConfFolders, httpConf } from './conf-folders';

const folders = new ConfFolders();
afterEach(() => folders.removeAll());

it.each([
  ['PARK_START', 'it does not happen here: there is no application that parks calls'],
  ['LOCAL_OPTIMIZE', 'it does not happen here: Local pairs stay as long as their call'],
  ['USER_DEFINED', 'it does not happen here: there is no application that writes to the channel event log'],
  ['NOSUCH', 'there is no such event'],
])('cel.conf is told of %s', (name, why) => {
  const { ignored } = folders.load({ 'http.conf': httpConf, 'cel.conf': `[general]\nevents = ANSWER,${name}\n` });

  expect(ignored).toMatchObject([{ what: `event ${name}`, why }]);
});
