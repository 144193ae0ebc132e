import { createHash } from 'node:crypto';
import type { Pane } from '../../tmux/pane.js';
import type { Command } from '../../tmux/quote.js';
import { bridgeDefaults } from './bridge-options.js';
import type { SendResult } from './send-result.js';

/** The option of the pane that remembers what was sent with a key, newest last. */
const OPTION = '@muxwright_sent';

/**
 * What became of the texts that were sent with an idempotency key. It stays with the pane, so that every process
 * knows; only who holds the pane writes it.
 */
export class KeptResults {
  readonly #pane: string;
  readonly #hash: string;
  readonly #others: readonly Entry[];
  readonly #own: Entry | undefined;

  private constructor(pane: string, hash: string, entries: readonly Entry[]) {
    this.#pane = pane;
    this.#hash = hash;
    this.#others = entries.filter((entry) => entry.hash !== hash);
    this.#own = entries.find((entry) => entry.hash === hash);
  }

  static async read(pane: Pane, key: string): Promise<KeptResults> {
    const hash = createHash('sha256').update(key).digest('base64url').slice(0, 16);
    return new KeptResults(pane.id, hash, decode(await pane.options.get(OPTION)));
  }

  /** The first result with this key; `interrupted` where its sender ended in the middle. */
  get first(): SendResult | 'interrupted' | undefined {
    if (!this.#own) return undefined;
    const { result } = this.#own;
    if (!result) return 'interrupted';
    const { receipt } = result;
    return receipt ? { ...result, receipt: { ...receipt, at: new Date(receipt.at) } } : result;
  }

  /** The command that notes that text with this key is about to be sent, or what became of it. */
  note(result?: SendResult): Command {
    const entry: Entry = { hash: this.#hash, ...(result && { result: withoutDump(result) }) };
    const kept = [...this.#others.slice(1 - bridgeDefaults.keptReceipts), entry];
    return [
      'set-option',
      '-p',
      '-t',
      this.#pane,
      OPTION,
      Buffer.from(JSON.stringify(kept)).toString('base64url'),
    ];
  }
}

interface Entry {
  readonly hash: string;
  readonly result?: SendResult;
}

function withoutDump({ dump: _, ...result }: SendResult): SendResult {
  return result;
}

function decode(value: string | undefined): Entry[] {
  if (value === undefined || value === '') return [];
  try {
    const entries: unknown = JSON.parse(Buffer.from(value, 'base64url').toString());
    return Array.isArray(entries) ? (entries as Entry[]) : [];
  } catch {
    // Somebody else wrote it.
    return [];
  }
}
