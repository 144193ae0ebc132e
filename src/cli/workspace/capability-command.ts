import { defined, workspaceCapability } from '../../operations/index.js';
import { calling } from '../calling.js';
import type { Execute } from '../command.js';
import { readText } from '../text/read-text.js';

/** `mux capability`: the answers are for a language model, and JSON in any case. */
export const capabilityCommand: Execute = async (args, output) => {
  const text = await readText(args.operand('TEXT'), false, output);
  const place = defined({
    host: args.value('host'),
    session: args.value('session'),
    folder: args.value('folder'),
  });
  return calling(
    workspaceCapability,
    () => ({ text, ...place }),
    ({ answers }) => ({
      text: answers.map(({ response }) => `${JSON.stringify(response)}\n`).join(''),
      code: answers.some(({ response }) => !response.success) ? 1 : 0,
    }),
  )(args, output);
};
