import { readPhoneScript, writePhoneScript } from '../../src/config/phones/phone-script';

describe('the script of a simulated phone', () => {
  it.each([
    ['ring 2, answer, press 1#', 'ring 2, answer, press 1#'],
    ['  RING ,Answer ', 'ring, answer'],
    ['ring 0.5,wait 1.25', 'ring 0.5, wait 1.25'],
    ['play hello-world,hear demo-greeting,hang up', 'play hello-world, hear demo-greeting, hangup'],
    ['text "one, two",transfer 100', 'text "one, two", transfer 100'],
    ['', ''],
  ])('reads %j', (script, written) => {
    const read = readPhoneScript(script);

    expect('steps' in read && writePhoneScript(read.steps)).toBe(written);
  });

  it.each([
    ['dance', "unknown step 'dance'"],
    ['wait', "the step 'wait' needs seconds, at most 86400, got ''"],
    ['ring soon', "the step 'ring' needs seconds, at most 86400, got 'soon'"],
    ['wait 99999', "got '99999'"],
    ['press 1x', "the step 'press' needs digits: 0 to 9, A to D, * and #, got '1x'"],
    ['answer now', "the step 'answer' takes no value, got 'now'"],
    ['play', "the step 'play' needs the name of a sound"],
    [Array(201).fill('answer').join(','), 'a script has at most 200 steps, got 201'],
  ])('refuses %j', (script, problem) => {
    const read = readPhoneScript(script);

    expect('problem' in read && read.problem).toContain(problem);
  });
});
