import { replayTopic } from './traces/replay-topic';

describe('recorded sessions about resources', () => replayTopic('resources'));
