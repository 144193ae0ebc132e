import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { isolatedTmux } from '../../src/testing/isolated-tmux.js';
import { type ScratchSshd, scratchSshd } from '../../src/testing/scratch-sshd.js';
import { closing } from '../closing.js';
import type { Place } from './place.js';

/** An SSH server of its own on the loopback interface. */
export async function sshPlace(): Promise<Place> {
  const closers = closing();
  try {
    const sshd = closers.add(await scratchSshd());
    const server = closers.add(await isolatedTmux({ address: sshd.address, ...sshd.options }));
    const ssh = sshCommand(sshd);
    closers.add(await startMaster(ssh));
    return {
      name: 'over SSH',
      server,
      hostOptions: sshd.options,
      commandLine: {
        name: 'ssh, shared connection',
        argv: (argv, input) => [...ssh, input === 'input' ? drained(argv) : argv.join(' ')],
      },
      [Symbol.asyncDispose]: () => closers[Symbol.asyncDispose](),
    };
  } catch (error) {
    await closers[Symbol.asyncDispose]();
    throw error;
  }
}

/**
 * A tmux client whose last output cannot be written stays for ever, and its server with it: when the link is cut a
 * second `cat` takes what the first one leaves.
 */
function drained(argv: readonly string[]): string {
  return `${argv.join(' ')} | { cat; cat > /dev/null; }`;
}

function sshCommand({ options, folder, port }: ScratchSshd): string[] {
  const { username } = userInfo();
  const target = ['-p', String(port), '-l', username, '127.0.0.1'];
  return ['ssh', '-F', options.ssh.configFile, '-T', '-S', join(folder, 'bench-master'), ...target];
}

/** The connection that the others share. Its `cat` ends, and so does it, when this process is gone. */
async function startMaster([ssh = '', ...args]: readonly string[]): Promise<AsyncDisposable> {
  const master = spawn(ssh, ['-M', ...args, 'echo ready; exec cat'], {
    stdio: ['pipe', 'pipe', 'ignore'],
    // An interrupt at the keyboard is for us, and the others still need it then.
    detached: true,
  });
  const closed = once(master, 'close');
  await Promise.race([once(master.stdout, 'data'), closed]);
  if (master.exitCode !== null) throw new Error(`ssh ended with code ${master.exitCode}.`);
  master.stdout.resume();
  return {
    [Symbol.asyncDispose]: async () => {
      master.stdin.end();
      await closed;
    },
  };
}
