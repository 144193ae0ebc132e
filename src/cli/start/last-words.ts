import { writeSync } from 'node:fs';

/**
 * Ends the process with one sentence where an error was caught by nobody. Node itself would print the line of source that
 * threw it, and in the bundle one line is a whole file.
 */
export function endWithASentence(args: readonly string[]): void {
  process.on('uncaughtException', (error: unknown) => {
    process.exitCode = 1;
    try {
      if (process.env.MUXWRIGHT_DEBUG) writeSync(2, `${shortStack(error)}\n`);
      writeSync(2, lastWords(error, wantsJson(args)));
    } catch {
      // Where stderr takes nothing, the exit code tells.
    }
    process.exit();
  });
}

function lastWords(error: unknown, json: boolean): string {
  const message = internalMessage(error);
  if (!json) return `mux: ${message}\n${INTERNAL_SUGGESTION}\n`;
  return `${JSON.stringify({ error: { code: 'INTERNAL_ERROR', message, suggestion: INTERNAL_SUGGESTION } })}\n`;
}

/** What a mistake of ours is called. */
export function internalMessage(thrown: unknown): string {
  const said = thrown instanceof Error ? thrown.message : String(thrown);
  return `Internal error in muxwright: ${harmless(said)}`;
}

export const INTERNAL_SUGGESTION = 'Run it again with MUXWRIGHT_DEBUG=1 and report the stack trace.';

/** Where an error comes from. A syntax error has the line of source in it, which may be a whole file. */
export function shortStack(thrown: unknown): string {
  const stack = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  return stack.replace(/^.{300,}$/gm, (line) => `${line.slice(0, 300)}…`);
}

/** A message may hold words that somebody gave us: they move no terminal, and fill none. */
export function harmless(text: string): string {
  const short = text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
  return short.replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f]|\p{Cs}/gu, '?');
}

const MOST_CHARACTERS = 1_500;

/** What stands behind `--` belongs to somebody else. */
export function wantsJson(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end < 0 ? args.length : end).includes('--json');
}
