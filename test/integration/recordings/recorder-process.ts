import { Runtime } from '../../../src/operations/runtime.js';

/** Records a pane, says where, and goes on until somebody kills it. */
const [target = '', host = '', format = 'v2'] = process.argv.slice(2);
const runtime = new Runtime();
const recordings = await runtime.recordings();
const { id, path } = await recordings.start({ target, host, format: format === 'v3' ? 'v3' : 'v2' });
process.stdout.write(`${JSON.stringify({ id, path })}\n`);
setInterval(() => {}, 1_000);
