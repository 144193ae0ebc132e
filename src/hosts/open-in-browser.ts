import { spawn } from 'node:child_process';
import { MuxError } from '../model/index.js';
import { childEnvironment } from './child-environment.js';

/**
 * Opens a link in the browser of the user of this machine: one of `$BROWSER`, else what the desktop has. Resolves when a
 * browser took the link, or runs. Fails with `NO_BROWSER`, which says why.
 *
 * @example
 * await openInBrowser('http://127.0.0.1:4747/');
 */
export async function openInBrowser(url: string, options: BrowserOptions = {}): Promise<void> {
  const { env = process.env, platform = process.platform, patienceMs = 3_000 } = options;
  const commands = browserCommands(url, env, platform);
  if (commands.length === 0) {
    throw noBrowser('there is no graphical desktop, as DISPLAY and WAYLAND_DISPLAY are not set');
  }
  const failures: string[] = [];
  for (const argv of commands) {
    const failure = await tryCommand(argv, env, patienceMs);
    if (failure === undefined) return;
    failures.push(failure);
  }
  throw noBrowser(failures.join('; '));
}

export interface BrowserOptions {
  /** @default that of this process */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** @default that of this machine */
  readonly platform?: NodeJS.Platform;
  /**
   * A program that runs for so many milliseconds is a browser, and not one that failed.
   * @default 3000
   */
  readonly patienceMs?: number;
}

/**
 * What may open a link, in the order in which it is tried. `BROWSER` is a list with colons; `%s` stands for the link,
 * which is else the last word. No shell sees any of it.
 */
export function browserCommands(
  url: string,
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): readonly (readonly string[])[] {
  const wanted = (env.BROWSER ?? '')
    .split(':')
    .map((command) => command.split(/\s+/).filter((word) => word !== ''))
    .filter((words) => words.length > 0);
  if (wanted.length > 0) return wanted.map((words) => withLink(words, url));
  if (platform === 'darwin') return [['open', url]];
  if (env.WSL_DISTRO_NAME) return [['wslview', url]];
  // Without a desktop, xdg-open would start a browser for text in this very terminal.
  if (!env.DISPLAY && !env.WAYLAND_DISPLAY) return [];
  return [
    ['xdg-open', url],
    ['x-www-browser', url],
  ];
}

function withLink(words: readonly string[], url: string): readonly string[] {
  if (!words.some((word) => word.includes('%s'))) return [...words, url];
  return words.map((word) => word.replaceAll('%s', () => url));
}

/** Why it did not work; `undefined` where it did. */
function tryCommand(
  [program = '', ...args]: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  patienceMs: number,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    // It outlives us, and what it prints is for nobody.
    const child = spawn(program, args, { env: childEnvironment({}, env), stdio: 'ignore', detached: true });
    const timer = setTimeout(() => resolve(undefined), patienceMs);
    timer.unref();
    child.unref();
    child.once('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      resolve(
        error.code === 'ENOENT' ? `there is no '${program}'` : `'${program}' did not start (${error.code})`,
      );
    });
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      resolve(code === 0 ? undefined : `'${program}' ended with ${signal ?? `exit code ${code}`}`);
    });
  });
}

function noBrowser(why: string): MuxError {
  return new MuxError('NO_BROWSER', `No browser could be opened: ${why}.`, {
    suggestion: 'Open the link yourself, or set BROWSER to the command of a browser.',
  });
}
