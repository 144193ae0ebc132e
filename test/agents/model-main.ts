// The model server as a program: prints its address and then each request as a line of JSON; ends with its input.
import { modelServer } from './model-server.js';

const print = (line: object): boolean => process.stdout.write(`${JSON.stringify(line)}\n`);
const { delayMs, chunkMs, withBodies } = JSON.parse(process.argv[2] ?? '{}');
const server = await modelServer({
  delayMs,
  chunkMs,
  withBodies,
  onRequest: (entry) => print({ entry }),
  onAnswered: (answered) => print({ answered }),
});
print({ url: server.url });
process.stdin.resume().on('end', () => process.exit());
