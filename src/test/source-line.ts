import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where in the test something was called: `tests/form.test.ts:31`. */
export function sourceLine(): string | undefined {
  const place = callerPlace();
  return place && `${relative(process.cwd(), place.file) || place.file}:${place.line}`;
}

/** The file of the test that has called. */
export function callerFile(): string | undefined {
  return callerPlace()?.file;
}

function callerPlace(): { readonly file: string; readonly line: number } | undefined {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 50;
  const stack = new Error().stack ?? '';
  Error.stackTraceLimit = limit;
  for (const line of stack.split('\n').slice(1)) {
    const [, place = '', number = ''] = /(?:\(|at )((?:file:\/\/)?\/[^()]*?):(\d+):\d+\)?$/.exec(line) ?? [];
    if (place === '') continue;
    const file = place.startsWith('file:') ? fileURLToPath(place) : place;
    const isOwn = file.startsWith(own) && !/\.test\.\w+$/.test(file);
    if (!isOwn && !file.includes(`${sep}node_modules${sep}`)) return { file, line: Number(number) };
  }
  return undefined;
}

/** The folder of this package that has its code: `dist`, or `src`. Tests of its own lie beside it. */
const own = fileURLToPath(new URL('..', import.meta.url));
