import { createHash } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { packageVersion } from '../../model/package-version.js';
import { traceFiles } from '../../trace/index.js';
import { knownSecrets } from '../secret.js';
import type { HiddenValues } from '../terminal/hidden-values.js';
import { testDefaults } from '../test-defaults.js';
import { checkedOutCommit } from './checked-out-commit.js';
import { type SavedTrace, saveTrace } from './save-trace.js';
import { TerminalTrace } from './terminal-trace.js';
import type { TraceSettings } from './trace-options.js';
import { TraceRedaction } from './trace-redaction.js';

/** The test that a trace is of. */
export interface TestFacts {
  readonly name: string;
  /** Absolute. */
  readonly file: string | undefined;
  /** 1 for the first. */
  readonly attempt: number;
  /** How often it is tried at most. */
  readonly attempts: number;
  /** The runner and its version, where there is one. */
  readonly versions: () => Readonly<Record<string, string>>;
}

/** How a test has ended. */
export interface TestEnd {
  /** Why it has failed; none where it has passed. */
  readonly error?: string | undefined;
}

/** The trace of one attempt at a test: what its terminals do is kept, and written where the mode says so. */
export class TestTrace {
  readonly settings: TraceSettings;
  readonly name: string;
  readonly #facts: TestFacts;
  readonly #begunAt = performance.now();
  readonly #startedAt = new Date();
  readonly #terminals: { readonly trace: TerminalTrace; readonly hidden: HiddenValues }[] = [];

  constructor(settings: TraceSettings, facts: TestFacts) {
    this.settings = settings;
    this.#facts = facts;
    this.name = traceName(facts, settings);
  }

  /** Whether a failure of this attempt is one of the test. */
  get isLastAttempt(): boolean {
    return this.#facts.attempt >= this.#facts.attempts;
  }

  /** Whether anything is kept. */
  get isOn(): boolean {
    const { mode } = this.settings;
    return mode === 'on-first-retry' ? this.#facts.attempt === 2 : mode !== 'off';
  }

  /**
   * The trace of a further terminal.
   *
   * @param hidden what the terminal may not show
   */
  terminal(hidden: HiddenValues): TerminalTrace | undefined {
    if (!this.isOn) return undefined;
    const trace = new TerminalTrace(this.name);
    this.#terminals.push({ trace, hidden });
    return trace;
  }

  /** Whether any entry has failed, for a script that no runner watches. */
  get failure(): string | undefined {
    const calls = this.#terminals.flatMap(({ trace }) => trace.calls);
    return calls.findLast(({ failed }) => failed)?.message;
  }

  isKept({ error }: TestEnd): boolean {
    const { mode } = this.settings;
    if (!this.isOn || this.#terminals.length === 0) return false;
    return mode === 'on' || mode === 'on-first-retry' || error !== undefined;
  }

  /** Writes the trace where the mode says so. A trace that an earlier attempt or run of the same test has left goes. */
  async finish(end: TestEnd): Promise<SavedTrace | undefined> {
    const folder = join(this.settings.folder, this.name);
    if (!this.isKept(end)) {
      if (this.isOn && existsSync(join(folder, traceFiles.json)))
        rmSync(folder, { recursive: true, force: true });
      return undefined;
    }
    const { name, file, attempt, versions } = this.#facts;
    const traces = this.#terminals.map(({ trace }) => trace);
    const tmux = traces.find(({ program }) => program?.tmux)?.program?.tmux;
    const values = this.#terminals.flatMap(({ hidden }) => hidden.values);
    const redaction = new TraceRedaction([...new Set([...values, ...knownSecrets()])]);
    return saveTrace(
      {
        name: this.name,
        test: { name, ...(file !== undefined && { file: relative(process.cwd(), file) }), attempt },
        status: end.error === undefined ? 'passed' : 'failed',
        ...(end.error !== undefined && { error: end.error }),
        startedAt: this.#startedAt.toISOString(),
        begunAt: this.#begunAt,
        endedAt: performance.now(),
        versions: {
          muxwright: packageVersion(),
          node: process.versions.node,
          ...(tmux && { tmux }),
          ...versions(),
        },
        platform: `${process.platform} ${process.arch}`,
        environment: environmentOf(traces),
        ...checkedOutCommit(),
        sources: {},
      },
      traces,
      redaction,
      { folder, maxBytes: this.settings.maxBytes },
    );
  }
}

/** The name of the file and of the test, with a part of the hash of both. */
function traceName({ name, file, attempt }: TestFacts, { mode }: TraceSettings): string {
  const place = file === undefined ? '' : relative(process.cwd(), file);
  const hash = createHash('sha256')
    .update(JSON.stringify([place, name]))
    .digest('hex')
    .slice(0, 4);
  const stem = basename(place).replace(/\.(test|spec)\.\w+$|\.\w+$/, '');
  const words = `${stem} ${name}`
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60)
    .replace(/-$/, '');
  const each = mode === 'retain-all-failures' && attempt > 1 ? `-attempt-${attempt}` : '';
  return `${words || 'trace'}-${hash}${each}`;
}

function environmentOf(traces: readonly TerminalTrace[]): Record<string, string> {
  const own = Object.assign({}, ...traces.map(({ program }) => program?.env ?? {})) as Record<string, string>;
  return {
    TERM: testDefaults.term,
    COLORTERM: 'truecolor',
    LANG: testDefaults.locale,
    TZ: testDefaults.timeZone,
    ...own,
  };
}
