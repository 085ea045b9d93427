import { replayTopic } from './traces/replay-topic';

describe('recorded sessions about calls that phones begin', () => replayTopic('calls of phones'));
