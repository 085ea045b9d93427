export { matchers } from './matchers';
export { startPatchbay } from './start';
export type { TestBay, TestOptions } from './start';
export type { TestPhone } from './test-phone';
export { replaySession } from './replay-session';
export type { SessionReplay } from './replay-session';
