import { MuxError } from '../../model/index.js';
import type { Output } from '../output.js';

/**
 * A text that was given as a word, or stands on stdin (`-`, or no word at all). A secret is asked for without an echo:
 * as a word it would stand in the history of the shell and in the list of processes.
 */
export async function readText(word: string, secret: boolean, output: Output): Promise<string> {
  if (word !== '' && word !== '-') return word;
  const { stdin } = process;
  if (stdin.isTTY && secret) return await askHidden(output);
  if (stdin.isTTY && word === '') {
    throw new MuxError('INVALID_ARGUMENT', 'The text to send is missing.', {
      suggestion: 'Give it as the last argument, or on stdin.',
    });
  }
  let text = '';
  for await (const chunk of stdin.setEncoding('utf8')) text += chunk;
  return text.replace(/\r?\n$/, '');
}

async function askHidden(output: Output): Promise<string> {
  const { createInterface } = await import('node:readline');
  const { Writable } = await import('node:stream');
  output.printError('Secret: ');
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  try {
    return await new Promise<string>((resolve, reject) => {
      lines.question('', resolve);
      lines.once('SIGINT', () => reject(new MuxError('ABORTED', 'Interrupted.')));
    });
  } finally {
    lines.close();
    output.printError('\n');
  }
}
