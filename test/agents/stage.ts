import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { screenText } from '../../src/screen/screen.js';
import { captureCommand, parseScreen, screenCommands } from '../../src/tmux/capture.js';
import { agentKinds } from './agent-kinds.js';
import manifest from './manifest.json' with { type: 'json' };
import type { OpenAgent } from './open-agent.js';

/** An agent that is brought into states, and whose screen is kept in each of them as a golden file. */
export class Stage {
  /** Names of the screens that are kept; all where it is empty. */
  static readonly only = new Set<string>();
  readonly agent: OpenAgent;
  readonly #suffix: string;

  constructor(agent: OpenAgent, suffix = '') {
    this.agent = agent;
    this.#suffix = suffix;
  }

  async type(text: string): Promise<void> {
    await this.agent.pane.sendText(text);
    await this.agent.pane.waitForText(text.slice(-12));
    await this.settled();
  }

  /** Empties the box, of however many lines. */
  async clear(): Promise<void> {
    await this.agent.pane.sendKeys(...Array.from({ length: 12 }, () => 'C-u'), 'BSpace');
    await this.settled();
  }

  async paste(text: string): Promise<void> {
    await this.agent.pane.paste(text);
    await this.settled();
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      await this.agent.pane.sendKeys(key);
      await this.settled();
    }
  }

  /** Types and submits, without a wait for what follows. */
  async say(text: string): Promise<void> {
    if (text.length > 20) await this.paste(text);
    else await this.type(text);
    await this.agent.pane.sendKeys('Enter');
  }

  async sees(pattern: RegExp): Promise<void> {
    await this.agent.pane.waitForScreen((screen) => pattern.test(screenText(screen)), { timeoutMs: 30_000 });
  }

  /** Until nothing is drawn any more; something that moves all the time is not waited for. */
  async settled(quietMs = 400): Promise<void> {
    await this.agent.pane.waitForQuiet(quietMs, { timeoutMs: 2_000 }).catch(() => undefined);
  }

  /** Keeps the screen as it is now. */
  async take(state: string): Promise<void> {
    const file = `${state}${this.#suffix}`;
    if (Stage.only.size > 0 && !Stage.only.has(file)) return;
    const { pane, name } = this.agent;
    const folder = join(SCREENS, `${agentKinds[name].profile}-${manifest[name].version}`);
    const [ansi, ...parts] = await this.agent.server.tmux.request([
      captureCommand(pane.id, { ansi: true, untrimmed: true }),
      ...screenCommands(pane.id),
    ]);
    const screen = parseScreen(parts);
    const { cursor, title, alternate, width, height } = screen;
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, `${file}.ansi`), ansi ?? '');
    const facts = JSON.stringify({ cursor, title, alternate, width, height }, null, 2);
    await writeFile(join(folder, `${file}.json`), `${facts}\n`);
    console.log(`${name} ${file}`);
  }
}

const SCREENS = fileURLToPath(new URL('../fixtures/screens', import.meta.url));
