import { ListenerList } from '../../src/shared/listener-list';

describe('a list of listeners', () => {
  it('tells them in the order in which they came', () => {
    const list = new ListenerList<string>();
    const heard: string[] = [];
    list.add((value) => heard.push(`first ${value}`));
    list.add((value) => heard.push(`second ${value}`));

    list.tell('hello');

    expect(heard).toEqual(['first hello', 'second hello']);
    expect(list.size).toBe(2);
  });

  it('tells those who were there when it began, whatever they do about it', () => {
    const list = new ListenerList<void>();
    const heard: string[] = [];
    const removeSecond: (() => void)[] = [];
    list.add(() => {
      for (const remove of removeSecond) remove();
      list.add(() => heard.push('late'));
    });
    removeSecond.push(list.add(() => heard.push('second')));

    list.tell();

    expect(heard).toEqual(['second']);
    expect(list.size).toBe(2);
  });

  it('removes a listener once, and all of them when it is cleared', () => {
    const list = new ListenerList<void>();
    const remove = list.add(() => undefined);
    list.add(() => undefined);

    remove();
    remove();
    expect(list.size).toBe(1);

    list.clear();
    expect(list.size).toBe(0);
  });
});
