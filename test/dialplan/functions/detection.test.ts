import type { Scope, Written } from '../../../src/dialplan/expressions/functions';
import { detectionFunctions } from '../../../src/dialplan/functions/detection';
import type { DialplanPlace } from '../../../src/engine/calls/channel/dialplan-place';
import { MediaRig } from '../../engine/audio/media-rig';

/** The functions on a channel with audio, and what is asked of the audio side. */
function aRig() {
  const rig = new MediaRig();
  const channel = rig.channel('c1');
  const redirected: DialplanPlace[] = [];
  const table = detectionFunctions({
    ...rig.core,
    dialplan: {
      findLabel: (_context, _extension, label) => (label === 'here' ? 7 : undefined),
      redirect: (_channel, place) => redirected.push(place) > 0,
    },
    talkingLevel: () => 300,
    log: rig.engine.log,
  });
  const nothing = { read: () => undefined, write: () => false, substitute: (text: string) => text };
  const scope: Scope = { ...nothing, channel, of: () => scope };
  const write = (name: string, argument: string, value = ''): Written | undefined =>
    table[name]?.write?.(argument, value, scope);
  const read = (argument: string): string | undefined => table['TONE_DETECT']?.read?.(argument, scope);
  const asked = (): unknown[] => rig.media.commands.splice(0).filter((command) => command.do !== 'open-pair');
  const hearTone = (): void => rig.media.tell({ tell: 'tone-detected', leg: 'c1' });
  return { write, read, asked, hearTone, redirected, lines: rig.engine.lines };
}

describe('TALK_DETECT', () => {
  it.each<[string, { readonly silence: number; readonly threshold: number }]>([
    ['', { silence: 2500, threshold: 300 }],
    ['500', { silence: 500, threshold: 300 }],
    ['500,128', { silence: 500, threshold: 128 }],
    [',32768', { silence: 2500, threshold: 32_768 }],
  ])('understands %j', (value, wanted) => {
    const { write, asked } = aRig();

    expect(write('TALK_DETECT', 'set', value)).toBe(true);
    expect(asked()).toEqual([{ do: 'detect-talk', leg: 'c1', ...wanted }]);
  });

  it.each(['soon', '0', '-1', '500,0', '500,32769', '500,loud'])(
    'does not take %j, and says what it takes',
    (value) => {
      const { write, asked } = aRig();

      expect(write('TALK_DETECT', 'set', value)).toEqual({ refused: expect.stringContaining('1 to 32768') as string });
      expect(asked()).toEqual([]);
    },
  );

  it('ends when it is removed', () => {
    const { write, asked } = aRig();
    write('TALK_DETECT', 'set');
    asked();

    expect([write('TALK_DETECT', 'remove'), write('TALK_DETECT', 'remove')]).toEqual([true, true]);
    expect(asked()).toEqual([{ do: 'stop-detecting', leg: 'c1', what: 'talk' }]);
  });
});

describe('TONE_DETECT', () => {
  it('looks for a tone and counts how often it came', () => {
    const { write, read, asked, hearTone } = aRig();
    expect(write('TONE_DETECT', '600')).toBe(true);
    expect(write('TONE_DETECT', '600,300,r')).toBe(true);
    hearTone();
    hearTone();

    expect(asked()).toEqual([
      { do: 'detect-tone', leg: 'c1', frequency: 600, duration: 500 },
      { do: 'detect-tone', leg: 'c1', frequency: 600, duration: 300 },
    ]);
    expect([read('rx'), read('tx'), read('600')]).toEqual(['2', '0', undefined]);
  });

  it.each(['', 'high', '0', '5000', '600,-1', '600,300,t', '0,0,b'])(
    'does not take %j, and says what it takes',
    (argument) => {
      const { write, asked } = aRig();

      expect(write('TONE_DETECT', argument)).toEqual({ refused: expect.stringContaining('1 to 4000') as string });
      expect(asked()).toEqual([]);
    },
  );

  it('ends with the option x, and the count can still be read', () => {
    const { write, read, asked, hearTone } = aRig();
    write('TONE_DETECT', '600');
    hearTone();
    asked();
    write('TONE_DETECT', '600,300,x');
    hearTone();

    expect(asked()).toEqual([{ do: 'stop-detecting', leg: 'c1', what: 'tone' }]);
    expect(read('rx')).toBe('1');
  });

  it('sends the dialplan elsewhere, once and when the tone came often enough', () => {
    const { write, hearTone, redirected } = aRig();
    write('TONE_DETECT', '600,300,rg(menu,s,here)n(2)');
    hearTone();
    expect(redirected).toEqual([]);
    hearTone();
    hearTone();

    expect(redirected).toEqual([{ context: 'menu', extension: 's', priority: 7 }]);
  });

  it('says so when there is no such place', () => {
    const { write, hearTone, redirected, lines } = aRig();
    write('TONE_DETECT', '600,300,g(menu,s,nowhere)');
    hearTone();

    expect(redirected).toEqual([]);
    expect(lines).toHaveLength(1);
  });
});
