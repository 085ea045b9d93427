import { replayTopic } from './traces/replay-topic';

describe('recorded sessions about calls', () => replayTopic('calls'));
