import { createRequire } from 'node:module';

// The media thread on a machine so busy that loading it takes longer than a running thread may be silent when it ends.
const moments = new Int32Array(new SharedArrayBuffer(4));
Atomics.wait(moments, 0, 0, 2500);
createRequire(__filename)('../../src/media/thread/media-worker');
