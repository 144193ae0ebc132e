import type { MessageRole } from './message.js';
import { isBlank, type TranscriptRow } from './transcript-row.js';

/** One message among the rows of a transcript. */
export interface ParsedMessage {
  readonly role: MessageRole;
  readonly rows: readonly TranscriptRow[];
  /** Indexes of its first and last row. */
  readonly first: number;
  readonly last: number;
  /** Whether rows of it are missing. */
  readonly truncated: boolean;
  /** Whether something follows that ends it for good: another message, or the end of the turn. */
  readonly closed: boolean;
}

export interface ParseOptions {
  /**
   * Whether the first row is where the conversation begins; if not, rows before the first marker are the end of a
   * message whose beginning was not seen.
   */
  readonly fromStart: boolean;
  /** Whether what stands below the line of a prompt is the answer. */
  readonly lineByLine: boolean;
  /** Whether every row of a message looks like its first one. @default false */
  readonly joined?: boolean;
}

/** Tells the messages of a transcript apart. */
export function parseMessages(rows: readonly TranscriptRow[], options: ParseOptions): ParsedMessage[] {
  const parser = new MessageParser(options);
  rows.forEach((row, index) => {
    parser.add(row, index);
  });
  return parser.finish();
}

interface OpenMessage {
  role: MessageRole;
  readonly rows: TranscriptRow[];
  readonly first: number;
  /** Whether its beginning was missed; what was missed later stands among its rows. */
  readonly truncated: boolean;
}

class MessageParser {
  readonly #messages: ParsedMessage[] = [];
  #open: OpenMessage | undefined;
  /** Whether text that no marker stands before may be the rest of a message. */
  #headless: boolean;
  #missed = false;
  readonly #lineByLine: boolean;
  readonly #joined: boolean;

  constructor({ fromStart, lineByLine, joined = false }: ParseOptions) {
    this.#headless = !fromStart;
    this.#joined = joined;
    this.#lineByLine = lineByLine;
  }

  add(row: TranscriptRow, index: number): void {
    switch (row.kind) {
      case 'user':
      case 'agent':
      case 'tool':
        if (this.#joined && this.#open?.role === row.kind && this.#open.rows.length > 0) {
          this.#open.rows.push(row);
          return;
        }
        this.#close(true);
        this.#begin(row.kind, row, index, false);
        return;
      case 'output':
        this.#addOutput(row, index);
        return;
      case 'text':
        this.#addText(row, index);
        return;
      case 'gap':
        this.#addGap(row);
        return;
      case 'start':
        this.#close(true);
        this.#headless = false;
        return;
      default:
        this.#close(row.kind === 'end');
    }
  }

  finish(): ParsedMessage[] {
    this.#close(false);
    return this.#messages;
  }

  #begin(role: MessageRole, row: TranscriptRow, first: number, truncated: boolean): void {
    this.#open = { role, rows: [row], first, truncated };
    this.#headless = false;
    this.#missed = false;
  }

  #addText(row: TranscriptRow, index: number): void {
    if (this.#open && isAnswer(this.#open, row, this.#lineByLine)) {
      // What was missed above the answer is its beginning.
      const missed = withoutGapAtEnd(this.#open);
      this.#close(true);
      this.#begin('agent', row, index, missed);
    } else if (this.#open) this.#open.rows.push(row);
    else if (!isBlank(row) && (this.#headless || this.#missed)) {
      this.#begin(row.shaded ? 'user' : row.muted ? 'tool' : 'agent', row, index, true);
    }
  }

  /** The paragraph above is what the tool was asked, also where its marker is not to be seen just now. */
  #addOutput(row: TranscriptRow, index: number): void {
    const open = this.#open;
    if (!open || open.role === 'user') {
      this.#close(true);
      this.#begin('tool', row, index, !open);
      return;
    }
    const blank = open.role === 'tool' ? -1 : open.rows.findLastIndex(isBlank);
    if (blank > 0 && blank < open.rows.length - 1) {
      const head = open.rows.splice(blank + 1);
      this.#close(true);
      this.#open = { role: 'tool', rows: head, first: index - head.length, truncated: false };
    }
    const tool = this.#open;
    if (!tool) return;
    tool.role = 'tool';
    tool.rows.push(row);
  }

  #addGap(row: TranscriptRow): void {
    if (!this.#open) this.#missed = true;
    else this.#open.rows.push(row);
  }

  #close(closed: boolean): void {
    const open = this.#open;
    this.#open = undefined;
    if (!open) {
      // The end of a turn may stand some rows below its last message.
      const last = this.#messages.at(-1);
      if (closed && last && !last.closed) this.#messages[this.#messages.length - 1] = { ...last, closed };
      return;
    }
    const end = open.rows.findLastIndex((row) => !isBlank(row)) + 1;
    const rows = open.rows.slice(0, end);
    this.#messages.push({
      role: open.role,
      rows,
      first: open.first,
      last: open.first + Math.max(0, end - 1),
      truncated: open.truncated || rows.some(({ kind }) => kind === 'gap'),
      closed,
    });
  }
}

/** Takes away what stands for something missed, if that comes last; whether it was there. */
function withoutGapAtEnd({ rows }: OpenMessage): boolean {
  const gap = gapAtEnd(rows);
  if (gap >= 0) rows.splice(gap);
  return gap >= 0;
}

function gapAtEnd(rows: readonly TranscriptRow[]): number {
  const last = rows.findLastIndex((row) => !isBlank(row));
  return rows[last]?.kind === 'gap' ? last : -1;
}

/** Whether a row is the agent's, although it has no marker, or none that is painted yet. */
function isAnswer({ role, rows }: OpenMessage, row: TranscriptRow, lineByLine: boolean): boolean {
  if (isBlank(row)) return false;
  const last = rows.at(-1);
  if (role === 'user') {
    if (rows[0]?.shaded) return !row.shaded;
    // Answers are longer than prompts: what was missed behind a prompt is more likely the beginning of its answer.
    return lineByLine ? last?.joint === undefined : gapAtEnd(rows) >= 0;
  }
  const hasOutput = rows.some(({ kind }) => kind === 'output');
  return role === 'tool' && hasOutput && last !== undefined && isBlank(last) && /^\S/u.test(row.text);
}
