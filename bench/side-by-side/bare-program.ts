import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BareAnswer } from './bare.ts';

/** Node's own HTTP server and nothing else: it sends the answer that it was given last. */
let answer: BareAnswer = { headers: {}, body: new Uint8Array() };
const server = createServer((_, response) => {
  response.writeHead(200, answer.headers);
  response.end(answer.body);
});
server.listen(0, '127.0.0.1', () =>
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
process.on('message', (given: BareAnswer) => {
  answer = given;
  process.send?.('ready');
});
process.once('disconnect', () => process.exit());
