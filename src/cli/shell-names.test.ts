import { expect, it } from 'vitest';
import { endingOperations, everydayOperations } from '../operations/guide/everyday-operations.js';
import { commands } from './commands.js';
import { shellNames } from './shell-names.js';

it.each([...everydayOperations, ...endingOperations])('names a command that carries out %s', (operation) => {
  const [, name, option] = /^mux (\S+)(?: --(\S+))?$/.exec(shellNames[operation] ?? '') ?? [];
  const command = commands.find((one) => one.name === name);
  expect(command?.operations).toContain(operation);
  if (option !== undefined) expect(command?.options.map((one) => one.name)).toContain(option);
});
