const { parentPort } = require('node:worker_threads');

/** Ways to bring a media thread down: a leg that is closed, alone or of a channel with the right name. */
const endings = {
  'stands-still': () => {
    for (;;);
  },
  crashes: () => {
    throw new Error('an unexpected fault');
  },
  exits: () => process.exit(3),
};

// When the program is loaded: a listener lets messages come.
setImmediate(() =>
  parentPort.on('message', (message) => {
    if (message === 'close') return;
    // Packed: the word of the command, and behind it the leg.
    for (const [place, value] of message.entries())
      if (value === 'close-leg') endings[message[place + 1].replace(/#.*/, '')]?.();
  }),
);
