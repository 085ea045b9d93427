// A machine so busy that loading the media thread takes longer than a running thread may be silent when it ends.
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2500);
