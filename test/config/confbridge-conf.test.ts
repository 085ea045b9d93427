import { ConfFolders, httpConf } from './conf-folders';

const folders = new ConfFolders();
afterEach(() => folders.removeAll());

const withFile = (text: string) => ({ 'http.conf': httpConf, 'confbridge.conf': text });

describe('confbridge.conf', () => {
  it('has profiles to fall back to, and no menu', () => {
    const { bridges, users, menus } = folders.sound({ 'http.conf': httpConf }).conferences;

    expect([[...bridges.keys()], [...users.keys()], [...menus.keys()]]).toEqual([
      ['default_bridge'],
      ['default_user'],
      [],
    ]);
  });

  it('has profiles of three types, with templates', () => {
    const { bridges, users, menus } = folders.sound(
      withFile(`[general]
[quiet](!)
type = user
quiet = yes
[guest](quiet)
wait_marked = yes
[room]
type = bridge
max_members = 3
[keys]
type = menu
*1 = toggle_mute
8 = playback(one&two),leave_conference
9 = dialplan_exec(menu,s,1)
`),
    ).conferences;

    expect([...bridges.keys()]).toEqual(['default_bridge', 'room']);
    expect([...users.keys()]).toEqual(['default_user', 'guest']);
    expect(users.get('guest')?.entries.map(({ key }) => key)).toEqual(['type', 'quiet', 'wait_marked']);
    expect(menus.get('keys')).toEqual([
      { digits: '*1', actions: [{ action: 'toggle_mute' }] },
      {
        digits: '8',
        actions: [{ action: 'playback', sounds: 'one&two', continues: false }, { action: 'leave_conference' }],
      },
      { digits: '9', actions: [{ action: 'dialplan_exec', place: ['menu', 's', '1'] }] },
    ]);
  });

  it.each([
    ['[x]\nquiet = yes\n', 'confbridge.conf:1: [x] has no type; write type = bridge, user or menu'],
    ['[x]\ntype = user\nadmin = perhaps\n', "confbridge.conf:3: 'admin' cannot be 'perhaps'; write yes or no"],
  ])('is told what is wrong with %j', (text, problem) => {
    expect(folders.problems(withFile(text))).toEqual([problem]);
  });
});
