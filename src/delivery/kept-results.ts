import { createHash } from 'node:crypto';
import { MuxError } from '../model/index.js';
import type { Command, Pane } from '../tmux/index.js';
import { bridgeDefaults } from './bridge-options.js';
import type { SendResult } from './send-result.js';

/**
 * The option of the pane that remembers what was sent with a key, newest last: `KEY.TEXT.RESULT`, the first two as
 * hashes, so that tmux itself can look for a key among all panes.
 */
const OPTION = '@muxwright_sent';

/** A text that is sent with an idempotency key. */
export interface KeyedText {
  readonly key: string;
  readonly text: string;
  /** Nothing is kept about a secret that it could be guessed by. */
  readonly secret?: boolean;
}

/**
 * What became of the texts that were sent with an idempotency key. It stays with the pane, so that every process
 * knows; only the holder of the pane writes it.
 */
export class KeptResults {
  readonly #pane: string;
  readonly #entry: Omit<Entry, 'result'>;
  readonly #others: readonly Entry[];
  readonly #own: Entry | undefined;

  private constructor(pane: string, entry: Omit<Entry, 'result'>, entries: readonly Entry[]) {
    this.#pane = pane;
    this.#entry = entry;
    this.#others = entries.filter(({ key }) => key !== entry.key);
    this.#own = entries.find(({ key }) => key === entry.key);
  }

  /** Fails with `KEY_REUSED` where the key was used for another text, or in another pane of the server. */
  static async read(pane: Pane, { key, text, secret = false }: KeyedText): Promise<KeptResults> {
    const entry = { key: hashOf(key, 16), text: secret ? SECRET : hashOf(`${key}\0${text}`, 12) };
    const filter = `#{||:#{==:#{pane_id},${pane.id}},#{m:*${entry.key}.*,#{${OPTION}}}}`;
    const list: Command = ['list-panes', '-a', '-f', filter, '-F', `#{pane_id} #{${OPTION}}`];
    const [body] = await pane.tmux.request([list], { server: pane.tmux.server });
    const values = new Map(
      (body?.toString() ?? '').split('\n').map((line) => {
        const [id = '', ...value] = line.split(' ');
        return [id, value.join(' ')];
      }),
    );
    const elsewhere = [...values].find(([id, value]) => id !== pane.id && value.includes(`${entry.key}.`));
    if (elsewhere) throw keyReused(key, `in pane ${elsewhere[0]}`);
    const kept = new KeptResults(pane.id, entry, decode(values.get(pane.id)));
    if (kept.#own && !secret && kept.#own.text !== SECRET && kept.#own.text !== entry.text)
      throw keyReused(key, 'for another text');
    return kept;
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
    const entry: Entry = { ...this.#entry, ...(result && { result: withoutDump(result) }) };
    const kept = [...this.#others.slice(1 - bridgeDefaults.keptReceipts), entry];
    return ['set-option', '-p', '-t', this.#pane, OPTION, kept.map(encode).join(' ')];
  }
}

/**
 * Types a text, unless that was done before with the same key. The pane must be held.
 *
 * @param type types it and carries out the commands in the same step, so that a caller that dies has done both or neither
 */
export async function typeOnce(
  pane: Pane,
  { key, text, secret }: Omit<KeyedText, 'key'> & { readonly key: string | undefined },
  type: (together: readonly Command[]) => Promise<void>,
): Promise<void> {
  if (key === undefined) return type([]);
  const kept = await KeptResults.read(pane, { key, text, ...(secret !== undefined && { secret }) });
  if (kept.first) return;
  await type([kept.note({ success: true, latencyMs: 0 })]);
}

/** A key says that a call is the same one as before: with anything else it is a mistake of the caller. */
export function keyReused(key: string, where: string): MuxError {
  return new MuxError('KEY_REUSED', `The idempotency key '${key}' was used before ${where}.`, {
    suggestion: 'Use a new key for each text, and the same one only to repeat a call.',
    details: { idempotencyKey: key },
  });
}

/** What is remembered of a text, to tell it from another one. */
export function hashOf(text: string, length: number): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, length);
}

const SECRET = '-';

interface Entry {
  readonly key: string;
  readonly text: string;
  readonly result?: SendResult;
}

function withoutDump({ dump: _, ...result }: SendResult): SendResult {
  return result;
}

function encode({ key, text, result }: Entry): string {
  return `${key}.${text}.${result ? Buffer.from(JSON.stringify(result)).toString('base64url') : ''}`;
}

function decode(value: string | undefined): Entry[] {
  return (value ?? '').split(' ').flatMap((part): Entry[] => {
    const [key, text, result] = part.split('.');
    if (!key || !text) return [];
    try {
      return [
        { key, text, ...(result && { result: JSON.parse(Buffer.from(result, 'base64url').toString()) }) },
      ];
    } catch {
      // Somebody else wrote it.
      return [];
    }
  });
}
