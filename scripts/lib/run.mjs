import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { root } from './project.mjs';

const passedOn = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Runs a program to its end with our stdin, stdout and stderr; resolves with its exit code. */
export function run(command, args = [], options = {}) {
  return ended(spawn(command, args, { cwd: root, stdio: 'inherit', ...options }));
}

/** Like `run`, but what the program prints is collected instead of shown. */
export async function collect(command, args = [], options = {}) {
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options });
  const chunks = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk));
  const code = await ended(child);
  return { code, output: Buffer.concat(chunks).toString() };
}

/** A program that was installed with the dependencies. */
export function tool(name) {
  return `${root}/node_modules/.bin/${name}`;
}

/**
 * The exit code, 128+n for signal n. A signal that reaches us meanwhile is passed on; we end after the program, with
 * its exit code, so that nothing is left behind.
 */
function ended(child) {
  return new Promise((resolve, reject) => {
    let interrupted = false;
    const passOn = (signal) => {
      interrupted = true;
      // Ctrl-C in a terminal reaches the program without us; a second one would make it give up its clean-up.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    };
    for (const signal of passedOn) process.on(signal, passOn);
    child.on('error', reject);
    child.on('close', (status, signal) => {
      for (const name of passedOn) process.off(name, passOn);
      const code = status ?? 128 + constants.signals[signal];
      if (interrupted) process.exit(code);
      resolve(code);
    });
  });
}
