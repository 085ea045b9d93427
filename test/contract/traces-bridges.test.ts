import { replayTopic } from './traces/replay-topic';

describe('recorded sessions about bridges', () => replayTopic('bridges'));
