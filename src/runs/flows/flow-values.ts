import { isMuxError } from '../../model/index.js';
import type { Pane } from '../../tmux/index.js';
import { extract } from '../extractors/extract.js';
import type { ExtractedValue, Extractor } from '../extractors/extractor.js';
import type { LiveOutput } from './live-output.js';

/** The values of a flow as far as they were printed: from the pane's screen and history, and from what it printed. */
export class FlowValues {
  readonly #extractors: readonly Extractor[];
  readonly #output: LiveOutput;
  readonly #found = new Map<string, ExtractedValue>();
  readonly #secrets = new Map<string, ExtractedValue>();

  constructor(extractors: readonly Extractor[], output: LiveOutput) {
    this.#extractors = extractors;
    this.#output = output;
  }

  /**
   * Looks at everything there is. What the terminal shows is what a person would read, and counts more than what the
   * program wrote to get there; but it may be gone already.
   */
  async look(pane: Pane): Promise<void> {
    const shown = await captured(pane);
    for (const extractor of this.#extractors) {
      this.#add(extract(extractor, this.#output.text, columnsOf(shown)));
      if (shown) this.#add(extract(extractor, shown.text, columnsOf(shown)));
    }
  }

  get(name: string): ExtractedValue | undefined {
    return this.#found.get(name);
  }

  /** Those that may be seen. */
  get open(): Readonly<Record<string, string>> {
    const open = [...this.#found].filter(([, { secret }]) => !secret);
    return Object.fromEntries(open.map(([name, { value }]) => [name, value]));
  }

  /** Every secret that was ever found, also an earlier one that another took the place of; as they are, and as printed. */
  get secrets(): string[] {
    return [...this.#secrets.values()].flatMap(({ value, printed }) =>
      printed.length > 1 ? [value, printed.join('\n')] : [value],
    );
  }

  #add(found: Readonly<Record<string, ExtractedValue>>): void {
    for (const [name, value] of Object.entries(found)) {
      this.#found.set(name, value);
      if (value.secret) this.#secrets.set(value.printed.join('\n'), value);
    }
  }
}

interface Captured {
  readonly text: string;
  readonly columns: number;
}

async function captured(pane: Pane): Promise<Captured | undefined> {
  try {
    const [{ width }, text] = await Promise.all([
      pane.info(),
      pane.capture({ history: 'all', joined: true }),
    ]);
    return { text, columns: width };
  } catch (error) {
    if (isMuxError(error, 'PANE_NOT_FOUND', 'NO_SERVER')) return undefined;
    throw error;
  }
}

function columnsOf(shown: Captured | undefined): { columns?: number } {
  return shown ? { columns: shown.columns } : {};
}
