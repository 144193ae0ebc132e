// npm run lab -- clients [--minutes N] [--processes N] [--tmux FOLDER]: muxwright processes whose control clients come and
// go on one tmux server, while sessions, windows and the processes themselves come and go. Fails when the server crashed.
// With --tmux, the tmux in that folder.
import { parseArgs } from 'node:util';
import { type ClientsReport, runClientsLab } from './run-clients-lab.js';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    processes: { type: 'string', default: '4' },
    tmux: { type: 'string' },
  },
});
if (values.tmux !== undefined) process.env.PATH = `${values.tmux}:${process.env.PATH}`;

const report = await runClientsLab({
  durationMs: Number(values.minutes) * 60_000,
  processes: Number(values.processes),
  onProgress: (progress) => console.log(line(progress)),
});
console.log(`${report.crashes === 0 ? 'ok   ' : 'WRONG'} ${line(report)}`);
process.exitCode = report.crashes === 0 ? 0 : 1;

function line({ version, seconds, clients, sessions, killed, crashes }: ClientsReport): string {
  const done = `${clients} control clients, ${sessions} sessions, ${killed} processes killed`;
  return `${version}: ${Math.round(seconds)} s, ${done}, ${crashes} crashes of the server`;
}
