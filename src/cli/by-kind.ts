import { knownAs, Runtime } from '../operations/index.js';
import type { Execute } from './command.js';

/** One command for things of several kinds: what the name in that place is known as decides. */
export function byKind(
  place: string,
  kinds: { readonly worker: Execute; readonly run: Execute; readonly other: Execute },
): Execute {
  return async (args, output) => {
    const name = args.operand(place);
    await using runtime = new Runtime();
    const kind = /^%\d+$|[:.]/.test(name) ? undefined : await knownAs(runtime, name);
    return kinds[kind ?? 'other'](args, output);
  };
}
