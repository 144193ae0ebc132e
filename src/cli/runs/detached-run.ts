import { defined, runStart } from '../../operations/index.js';
import { calling } from '../calling.js';
import { ownEnvironment } from '../foreground/own-environment.js';
import { ownCommand } from '../own-command.js';
import type { ParsedArguments } from '../parse-arguments.js';
import { commandOf, isLocal, workingFolder } from './run-arguments.js';

/** `mux run --detach`: prints the id alone, so that a script can keep it. */
export const detachedRun = calling(runStart, startInput, ({ id }, _, output) => {
  if (output.liveError)
    output.printError(`${output.errorStyle.dim(`Follow it with: ${ownCommand()} output -f ${id}`)}\n`);
  return id;
});

/** A run as the options say, that has no terminal of ours. */
export function startInput(args: ParsedArguments) {
  const command = commandOf(args);
  return defined({
    command: typeof command === 'string' ? command : [...command],
    host: args.value('host'),
    session: args.value('session'),
    cwd: workingFolder(args),
    env: { ...(isLocal(args) && ownEnvironment(process.env)), ...args.pairs('env') },
    login: !isLocal(args),
    interactive: false,
    prompts: [...args.values('prompt')],
    redact: [...args.values('redact')],
    timeLimitMs: args.duration('timeout'),
  });
}
