import { replayTopic } from './traces/replay-topic';

describe('recorded sessions about calls to phones', () => replayTopic('calls to phones'));
