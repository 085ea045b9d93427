import { replayTopic } from './traces/replay-topic';

describe('recorded sessions about media', () => replayTopic('media'));
