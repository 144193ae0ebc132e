import { invoke, invokeStream, runFollow, runStart } from '../../operations/index.js';
import { inContext } from '../calling.js';
import type { Output } from '../output.js';
import type { ParsedArguments } from '../parse-arguments.js';
import { startInput } from './detached-run.js';

/** `mux run --json`: what happens, a line of JSON each, from `started` to `exit`. Ctrl-C leaves it running. */
export function toldRun(args: ParsedArguments, output: Output): Promise<number> {
  return inContext(output, async (context) => {
    const tell = (event: object): Promise<void> => output.printWhenReady(`${JSON.stringify(event)}\n`);
    const started = await invoke(runStart, startInput(args), context);
    await tell({ type: 'started', ...started });
    let code = 1;
    for await (const event of invokeStream(runFollow, { run: started.id, host: started.host }, context)) {
      await tell(event);
      code = event.code ?? code;
    }
    return code;
  });
}
