import { Runtime, type RuntimeOptions } from '../operations/index.js';
import type { Output } from './output.js';
import { printable } from './style.js';

/**
 * The runtime of a command. A configuration file of the current folder, which somebody else may have made, is named on
 * stderr when it is used.
 */
export function openRuntime(
  { printError }: Pick<Output, 'printError'>,
  options: RuntimeOptions = {},
): Runtime {
  const onProjectConfig = (file: string): void => {
    printError(`mux: Using the settings of this folder: ${printable(file)}\n`);
  };
  return new Runtime({ onProjectConfig, ...options });
}
