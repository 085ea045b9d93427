import { replayTopic } from './traces/replay-topic';

describe('recorded sessions about phones and their registrations', () => replayTopic('phones'));
