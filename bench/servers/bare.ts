import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';

// What the libraries themselves cost: HTTP requests get a constant answer, chosen by the end of the path; each message
// of a websocket is answered at once, in a write of its own. One process serves both, as ours does: Node's own code
// runs a little slower once it has seen both kinds of connections. Run with the three texts to answer with.
const [ping = '', object = '', message = ''] = process.argv.slice(2);
const answer = Buffer.from(message);
const asText = { binary: false };

const server = createServer((request, response) => {
  const text = request.url?.endsWith('/ping') ? ping : object;
  // The same headers as in our answers, written in the way that costs least.
  response.writeHead(200, {
    Server: 'Patchbay',
    'Cache-Control': 'no-cache, no-store',
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
  });
  response.end(text);
});
new WebSocketServer({ server, perMessageDeflate: false }).on('connection', (socket) => {
  socket.on('message', () => socket.send(answer, asText));
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.once('SIGTERM', () => process.exit());
