import { randomBytes } from 'node:crypto';
import type { OpenRuns } from './open-runs.js';

/** What a fake is to do, and the secrets that it will be about. */
export interface FakeLogin {
  readonly token: string;
  readonly code: string;
  /** Exported to the flow's command, so that the fake is found. */
  readonly env: Readonly<Record<string, string>>;
}

export interface FakeClaudeOptions {
  /** Width that it breaks its lines at, as the real one does; 0 leaves that to the terminal. */
  readonly width?: number;
  /** Whether what is pasted is shown. */
  readonly echo?: boolean;
  /** Shows the token on the alternate screen only. */
  readonly alternate?: boolean;
  readonly exit?: number;
  /** Asked between sign-in and token. */
  readonly question?: string;
  /** Prints no token. */
  readonly silent?: boolean;
}

export const fakeUrl =
  'https://claude.ai/oauth/authorize?code=true&client_id=9d1c250a&redirect_uri=https%3A%2F%2Fconsole.test&state=abc';

/** A `claude` that knows only `setup-token`: Enter, then the code, then the token. A wrong code is asked for again. */
export async function fakeClaude(runs: OpenRuns, options: FakeClaudeOptions = {}): Promise<FakeLogin> {
  const { width = 0, echo = false, alternate = false, exit = 0, question, silent = false } = options;
  const token = `sk-ant-oat01-${randomText(70)}-${randomText(22)}AA`;
  const code = `${randomText(40)}#${randomText(30)}`;
  const lines = (text: string): string[] =>
    width === 0
      ? [text]
      : (text.match(new RegExp(`.{1,${width - 2}}`, 'g')) ?? []).map((piece) => ` ${piece}`);
  const print = (texts: readonly string[], colour = ''): string =>
    `printf '${colour}%s\\033[0m\\n' ${texts.map((text) => `'${text}'`).join(' ')}`;
  const script = [
    '#!/bin/sh',
    '[ "$1" = setup-token ] || exit 64',
    'printf "Press Enter to open the browser... "; read -r enter; echo',
    'echo "Browser did not open? Use the url below to sign in:"; echo',
    print(lines(fakeUrl), '\\033[2m'),
    'for attempt in 1 2; do',
    echo ? '' : 'stty -echo',
    'printf "\\033[2GPaste\\033[8Gcode\\033[13Ghere\\033[18Gif\\033[21Gprompted\\033[30G> "; IFS= read -r code',
    'stty echo; echo',
    `[ "$code" = '${code}' ] && break`,
    'echo "Invalid code."',
    'done',
    question ? `printf '%s ' '${question}'; read -r answer; echo` : '',
    ...(silent
      ? ['echo "You are signed in."']
      : [
          alternate
            ? "printf '\\033[?1049h\\033[2;3H'"
            : 'echo " Your OAuth token (valid for 1 year):"; echo',
          print(lines(token), '\\033[33m'),
          alternate
            ? "printf '\\033[9;1HPress Enter when you have seen it'; read -r seen; printf '\\033[?1049l'"
            : 'echo',
          'echo " Store this token securely."',
        ]),
    `exit ${exit}`,
  ].join('\n');
  return { token, code, env: await install(runs, 'claude', script) };
}

export const deviceCode = 'A1B2-C3D4';

/** A `gh` that knows `auth login` by device code, and `auth token`. It goes on when the file it waits for is there. */
export async function fakeGithub(runs: OpenRuns): Promise<FakeLogin & { approve(): Promise<void> }> {
  const token = `gho_${randomText(36).replace(/[-_]/g, 'x')}`;
  const approved = `${runs.folder.replace(/runs$/, 'bin')}/approved`;
  const script = [
    '#!/bin/sh',
    `if [ "$2" = token ]; then echo '${token}'; exit 0; fi`,
    'printf "? Authenticate Git with your GitHub credentials? (Y/n) "; read -r yes',
    'echo',
    `printf '\\033[33m!\\033[0m First copy your one-time code: \\033[1m${deviceCode}\\033[0m\\n'`,
    'printf "\\033[1mPress Enter\\033[0m to open https://github.com/login/device in your browser... "; read -r enter',
    `until [ -e '${approved}' ]; do sleep 0.05; done`,
    `printf '\\033[32m✓\\033[0m Authentication complete.\\n\\033[32m✓\\033[0m Logged in as \\033[1mocto-cat\\033[0m\\n'`,
  ].join('\n');
  const env = await install(runs, 'gh', script);
  return { token, code: deviceCode, env, approve: () => runs.host.files.write(approved, '') };
}

async function install(runs: OpenRuns, name: string, script: string): Promise<Record<string, string>> {
  const folder = runs.folder.replace(/runs$/, 'bin');
  await runs.host.files.write(`${folder}/${name}`, script, { mode: 0o755, makeFolders: true });
  const { stdout } = await runs.host.script('printf %s "$PATH"');
  return { PATH: `${folder}:${stdout}` };
}

function randomText(length: number): string {
  return randomBytes(length).toString('base64url').slice(0, length);
}
