import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import type { EngineEndpoint } from '../hosts/index.js';

/**
 * Removes a container when this process dies, however suddenly: a small separate process reads names from us, and
 * removes the containers when its input ends. One for each engine, started with the first container.
 */
export async function watchContainer(endpoint: EngineEndpoint, name: string): Promise<void> {
  const watchdog = watchdogs.get(endpoint.url) ?? startWatchdog(endpoint);
  watchdogs.set(endpoint.url, watchdog);
  await new Promise<void>((resolve, reject) => {
    watchdog.stdin?.write(`${name}\n`, (error) => (error ? reject(error) : resolve()));
  });
}

const watchdogs = new Map<string, ChildProcess>();

function startWatchdog(endpoint: EngineEndpoint): ChildProcess {
  const child = spawn(process.execPath, ['-e', PROGRAM, JSON.stringify(endpoint.connect)], {
    // In a separate process group: an interrupt at the keyboard is for us, and it has work to do then.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.unref();
  (child.stdin as Socket).unref();
  child.once('exit', () => watchdogs.delete(endpoint.url));
  return child;
}

// Plain JavaScript in a string, so that it runs from the source and from the built package alike.
const PROGRAM = `
const revive = (key, value) => (value?.type === 'Buffer' ? Buffer.from(value.data) : value);
const { tls, ...connect } = JSON.parse(process.argv[1], revive);
const { request } = require(tls ? 'node:https' : 'node:http');
let text = '';
process.stdin.setEncoding('utf8').on('data', (more) => { text += more; }).on('end', () => {
  for (const name of text.split('\\n').filter(Boolean)) {
    const path = '/containers/' + name + '?force=1&v=1';
    const headers = connect.socketPath ? { Host: 'docker' } : {};
    request({ ...connect, ...tls, method: 'DELETE', path, headers })
      .on('error', () => {}).on('response', (response) => response.resume()).end();
  }
});`;
