import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { scratchMux } from './scratch-mux.js';

const page = readFileSync(fileURLToPath(new URL('../../../docs/guides/cli.md', import.meta.url)), 'utf8');
const examples = [...page.matchAll(/```sh\n(.*?)```\n(?:\n```text\n(.*?)```\n)?/gs)].map(
  ({ 1: script = '', 2: printed }) => ({
    script,
    printed,
  }),
);

describe('the guide to the command line', () => {
  it('has examples', () => {
    expect(examples.length).toBeGreaterThanOrEqual(6);
  });

  it.each(examples)('has an example that runs: $script', async ({ script, printed }) => {
    await using place = await scratchMux();
    const { code, stdout, stderr } = await bash(script, place.env);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    if (printed !== undefined) expect(stdout).toBe(printed);
  });
});

function bash(
  script: string,
  env: Readonly<Record<string, string>>,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn('bash', ['-e', '-c', script], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}
