import { until } from '../../support/calls/call-events';
import { CallRig } from '../../support/calls/call-rig';

const value = (name: string): string => `\${${name}}`;
const dialplan = `
exten => reload,1,Answer(,i)
 same => n,Reload(${value('WHAT')})
 same => n,Goto(after,1)
exten => after,1,Stasis(hello,old ${value('RELOADSTATUS')})
`;

describe('Reload, on a whole server', () => {
  let rig: CallRig;
  beforeEach(async () => {
    rig = await CallRig.start(dialplan);
  });
  afterEach(() => rig.close());

  it.each([
    ['pbx_config', 'new SUCCESS'],
    ['', 'new SUCCESS'],
    ['app_echo', 'old FAILURE'],
    ['nonsense', 'old FAILURE'],
  ])('of "%s" in the dialplan lets the call go on in: %s', async (what, expected) => {
    const app = await rig.open('hello');
    rig.server.configure('extensions.conf', `[default]${dialplan.replace('hello,old', 'hello,new')}`);
    await rig.rest.post('/channels/c1?endpoint=Local/reload@default&app=hello', { variables: { __WHAT: what } });

    await until(app, `StasisStart c1;2 ${expected}`);
  });
});
