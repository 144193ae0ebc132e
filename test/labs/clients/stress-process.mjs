/**
 * A process of the clients lab: connects, makes sessions, watches and ends them, and leaves, again and again until its input
 * ends. Arguments: the compiled src/tmux/connect.ts, address, two numbers. It prints c for each control client, and s for each session.
 */
const [module = '', address = '', ...numbers] = process.argv.slice(2);
const { connect } = await import(module);
let going = true;
process.stdin.on('end', () => {
  going = false;
});
process.stdin.resume();

const patience = { timeoutMs: 20_000, commandTimeoutMs: 20_000 };
const ROUNDS = 12;

for (let round = 0; going && round < ROUNDS; round++) {
  // A server that crashed is counted by the lab; what was asked of it fails here.
  await work(round).catch(() => {});
}
process.exit(0);

async function work(round) {
  const tmux = await connect(address, patience);
  process.stdout.write('c');
  try {
    await comeAndGo(tmux, round);
  } finally {
    await tmux.close();
  }
}

async function comeAndGo(tmux, round) {
  const name = `lab-${numbers.join('-')}-${process.pid}-${round}`;
  const command = round % 2 === 0 ? ['sh', '-c', 'echo short; sleep 0.02'] : ['cat'];
  const session = await tmux.ensureSession(name, { command });
  process.stdout.write('s');
  const panes = await tmux.panes();
  const { id } = panes.find((info) => info.sessionName === name) ?? panes[0];
  const stream = tmux.pane(id).text();
  await stream.live.then(
    () => process.stdout.write('c'),
    () => {},
  );
  if (round % 2 === 0) {
    await tmux
      .pane(id)
      .waitForExit({ timeoutMs: 5_000 })
      .catch(() => {});
  }
  if (round % 3 === 0) await session.newWindow({ command: ['true'] }).catch(() => {});
  await session.kill().catch(() => {});
}
