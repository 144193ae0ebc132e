import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { claudeTokenFlow } from '../../../src/runs/flows/claude-token-flow.js';
import { runFlow } from '../../../src/runs/flows/run-flow.js';
import { openRuns } from './open-runs.js';
import { traces } from './traces.js';

const token = `sk-ant-oat01-${'kE7-'.repeat(20)}AA`;
const code = 'Kq3xZ8vN2mP7rT4wY1bC6dF9#9f8e7d6c5b4a';

/**
 * Reads keys one by one and draws its screen anew for each, with the cursor hidden below, as programs made with React
 * do. A return in the same read as other keys is a part of what was pasted. It works for a while before it answers.
 */
const program = `
const draw = (lines) => process.stdout.write('\\x1b[H\\x1b[J' + lines.join('\\r\\n') + '\\r\\n');
let typed = '', done = false;
process.stdout.write('\\x1b[?25l');
process.stdin.setRawMode(true);
const ask = () => draw(['Sign in at https://claude.ai/oauth/authorize?state=x', '', ' Paste code here if prompted > ' + '*'.repeat(typed.length)]);
ask();
process.stdin.on('data', (data) => {
  if (done) return;
  if (String(data) !== '\\r') { typed += data; return ask(); }
  done = true;
  draw([typed === '${code}' ? ' Creating a long-lived token' : ' Invalid code']);
  setTimeout(() => {
    if (typed !== '${code}') process.exit(3);
    draw([' Your OAuth token (valid for 1 year):', '', ' \\x1b[33m${token}\\x1b[39m', '', ' Store this token securely.']);
    process.stdout.write('\\x1b[?25h');
    process.exit(0);
  }, 1500);
});
`;

describe('a flow with a program that reads keys', () => {
  it('answers it in its own time, and has patience while it works [A65, A67]', async () => {
    await using runs = await openRuns({ address: 'local', options: { timeoutMs: 60_000 } });
    const { automation, tmux, store } = runs;
    const script = `${runs.folder.replace(/runs$/, 'home')}/../fake.cjs`;
    await runs.host.files.write(script, program);
    const { credentials, values } = await runFlow(
      { runs: automation.runs, tmux, store },
      { ...claudeTokenFlow, command: [process.execPath, script, 'setup-token'] },
      { inputs: { code: () => code }, timeoutMs: 180_000, interactive: true },
    );
    expect(values.url).toBe('https://claude.ai/oauth/authorize?state=x');
    expect((await store.credentials.get(credentials[0] ?? ''))?.value).toBe(token);
    expect(await traces(runs, [token, code])).toEqual([]);
  });

  it('presses Enter only when the answer was read, however long that takes', async () => {
    await using runs = await openRuns({ address: 'local', options: { timeoutMs: 60_000 } });
    const { automation, tmux, store } = runs;
    const script = `${runs.folder.replace(/runs$/, 'home')}/../busy.cjs`;
    await runs.host.files.write(
      script,
      `require('node:fs').writeFileSync('${script}.pid', String(process.pid));
process.on('SIGUSR2', () => { for (const end = Date.now() + 2000; Date.now() < end; ); });${program}`,
    );
    const { credentials } = await runFlow(
      { runs: automation.runs, tmux, store },
      { ...claudeTokenFlow, command: [process.execPath, script] },
      {
        inputs: {
          code: async () => {
            process.kill(Number(await readFile(`${script}.pid`, 'utf8')), 'SIGUSR2');
            return code;
          },
        },
        timeoutMs: 180_000,
        patienceMs: 5_000,
      },
    );
    expect((await store.credentials.get(credentials[0] ?? ''))?.value).toBe(token);
  });
});
