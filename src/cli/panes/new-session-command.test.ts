import { describe, expect, it } from 'vitest';
import { ownCommand } from '../own-command.js';
import { newSessionCommand } from './new-session-command.js';

describe('newSessionCommand', () => {
  it.each([
    ['local', 'tmux new-session -d -s hello'],
    ["local?socket=it's", `tmux -L 'it'\\''s' new-session -d -s hello`],
    ['docker://box', 'docker exec box tmux new-session -d -s hello'],
    ['ssh://me@box:2222', 'ssh -p 2222 me@box tmux new-session -d -s hello'],
    ['ssh://box?socket=a%20b', `ssh box tmux -L ''\\''a b'\\''' new-session -d -s hello`],
    ['k8s://prod/web/app', 'kubectl exec -n prod web -c app -- tmux new-session -d -s hello'],
  ])('for %s is what a person would type', (host, command) => {
    expect(newSessionCommand(host, 'hello')).toBe(command);
  });
});

describe('ownCommand', () => {
  it.each([
    ['/usr/local/bin/mux', '/home/me', 'mux'],
    ['/src/mux/dist/cli/main.js', '/src/mux', 'node dist/cli/main.js'],
    ['/src/mux/dist/cli/main.js', '/home/me', 'node /src/mux/dist/cli/main.js'],
    ['/my src/dist/cli/main.js', '/', `node 'my src/dist/cli/main.js'`],
    ['/src/mux/src/cli/main.ts', '/src/mux', 'node --import tsx src/cli/main.ts'],
  ])('for %s, seen from %s, is %s', (script, folder, command) => {
    expect(ownCommand(script, folder)).toBe(command);
  });
});
