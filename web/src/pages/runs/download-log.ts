import { call } from '../../api/call.js';

/** Saves the whole log of a run as a text file, also what the page no longer keeps. */
export async function downloadLog(run: string, name: string): Promise<void> {
  const parts: string[] = [];
  let cursor = 0;
  for (let more = true; more; ) {
    const piece = await call('run.output', { run, cursor, maxBytes: 1024 * 1024 });
    parts.push(...piece.lines.map(({ text }) => `${text}\n`));
    more = piece.hasMore && piece.cursor > cursor;
    cursor = piece.cursor;
  }
  saveAs(new Blob(parts, { type: 'text/plain' }), name);
}

function saveAs(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
