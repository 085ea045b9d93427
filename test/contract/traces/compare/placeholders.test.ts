import { Placeholders } from './placeholders';

const uuid = '0b1c2d3e-0000-4000-8000-000000000001';

describe('placeholders of a recording', () => {
  it('learn their value where they are first met, and hold to it', () => {
    const placeholders = new Placeholders();

    expect(placeholders.accept('Local/s@default-<seq-1>;1', 'Local/s@default-0000000a;1')).toBe(true);
    expect(placeholders.accept('Local/s@default-<seq-1>;2', 'Local/s@default-0000000a;2')).toBe(true);
    expect(placeholders.accept('Local/s@default-<seq-1>;2', 'Local/s@default-0000000b;2')).toBe(false);
  });

  it('never share a value', () => {
    const placeholders = new Placeholders();
    placeholders.accept('<uuid-1>', uuid);

    expect(placeholders.accept('<uuid-2>', uuid)).toBe(false);
  });

  it('of channel names share a number only between technologies', () => {
    const placeholders = new Placeholders();
    placeholders.accept('Local/s@default-<seq-1>;1', 'Local/s@default-00000000;1');

    expect(placeholders.accept('Local/s@default-<seq-2>;1', 'Local/s@default-00000000;1')).toBe(false);
    expect(placeholders.accept('Snoop/c1-<seq-3>', 'Snoop/c1-00000000')).toBe(true);
    expect(placeholders.wouldAccept('Snoop/c1-<seq-4>', 'Snoop/c1-00000000')).toBe(false);
  });

  it('take only what has the shape of their kind', () => {
    expect(new Placeholders().accept('<uniqueid-1>', 'c1')).toBe(false);
    expect(new Placeholders().accept('<uniqueid-1>', '1794704129.7')).toBe(true);
  });

  it('have to be the same when a text holds them twice', () => {
    expect(new Placeholders().accept('<seq-1>/<seq-1>', '0000000a/0000000b')).toBe(false);
    expect(new Placeholders().accept('<seq-1>/<seq-1>', '0000000a/0000000a')).toBe(true);
  });

  it('forget what an attempt taught that did not succeed', () => {
    const placeholders = new Placeholders();
    placeholders.attempt(() => placeholders.accept('<seq-1>', '0000000a') && false);

    expect(placeholders.accept('<seq-1>', '0000000b')).toBe(true);
  });

  it('are filled in when something is sent', () => {
    const placeholders = new Placeholders([['<root>', '/tmp/here']]);
    placeholders.accept('<uuid-1>', uuid);

    expect(placeholders.fill('/ari/bridges/<uuid-1>')).toBe(`/ari/bridges/${uuid}`);
    expect(placeholders.fill('/ari/asterisk/logging/<root-url-encoded>%2Flog')).toBe(
      '/ari/asterisk/logging/%2Ftmp%2Fhere%2Flog',
    );
  });
});
