import { shellQuote } from '../model/index.js';

/** One thing that a scripted program does. */
export type ScriptStep =
  /** Prints text as it is, without a newline. */
  | { readonly print: string }
  /** Prints the line that was read last, between `before` and `after`. */
  | { readonly echoAnswer: { readonly before?: string; readonly after?: string } }
  /** Asks for a line; with `hidden` the terminal does not show what is typed, from before the prompt on. */
  | { readonly readLine: true; readonly prompt?: string; readonly hidden?: boolean }
  /** Waits, as a program that computes would. */
  | { readonly sleepMs: number }
  /** Prints numbered lines, as fast as it can. */
  | { readonly lines: number; readonly prefix?: string }
  /** Goes to the alternate screen as an editor does, or back. */
  | { readonly alternateScreen: boolean }
  /** Asks the terminal for bracketed paste, or not any more. */
  | { readonly bracketedPaste: boolean }
  /** Exit code of the program. @default 0 */
  | { readonly exit: number };

/**
 * A program that does exactly what the test says, as an argv for `newWindow`. It is plain `sh`, so that it runs on
 * every host.
 *
 * @example
 * const program = scriptedProgram([
 *   { readLine: true, prompt: 'Paste your token: ', hidden: true },
 *   { print: '\nSaved.\n' },
 *   { exit: 3 },
 * ]);
 * const pane = await session.newWindow({ command: program });
 * await pane.waitForCursorLine(/token: $/);
 */
export function scriptedProgram(steps: readonly ScriptStep[]): string[] {
  return ['sh', '-c', steps.map(stepScript).join('\n')];
}

function stepScript(step: ScriptStep): string {
  if ('print' in step) return `printf '%s' ${shellQuote(step.print)}`;
  if ('echoAnswer' in step) {
    const { before = '', after = '' } = step.echoAnswer;
    return `printf '%s' ${shellQuote(before)}"$answer"${shellQuote(after)}`;
  }
  if ('readLine' in step) {
    const ask = `printf '%s' ${shellQuote(step.prompt ?? '')}; IFS= read -r answer || exit 1`;
    return step.hidden ? `stty -echo; ${ask}; stty echo` : ask;
  }
  if ('sleepMs' in step) return `sleep ${step.sleepMs / 1000}`;
  if ('lines' in step) {
    return `i=0; while [ $i -lt ${step.lines} ]; do i=$((i+1)); echo ${shellQuote(step.prefix ?? 'line ')}$i; done`;
  }
  if ('alternateScreen' in step) return `printf '\\033[?1049${step.alternateScreen ? 'h' : 'l'}'`;
  if ('bracketedPaste' in step) return `printf '\\033[?2004${step.bracketedPaste ? 'h' : 'l'}'`;
  return `exit ${step.exit}`;
}
