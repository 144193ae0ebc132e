import { fileURLToPath } from 'node:url';
import type { Scene } from './scene.js';

const program = fileURLToPath(new URL('prompts.mjs', import.meta.url));
const kit = (name: string, screen: string): string =>
  `cd "$LAB_NPM" && exec node '${program}' ${name} ${screen}`;

/** Packages of npm that ask questions. */
export const npmScenes: readonly Scene[] = [
  {
    program: 'inquirer',
    half: 'seen',
    name: 'select',
    run: kit('inquirer', 'select'),
    states: [['first'], ['second', 'Down']],
  },
  {
    program: 'inquirer',
    half: 'seen',
    name: 'checkbox',
    run: kit('inquirer', 'checkbox'),
    states: [['none'], ['ticked', 'Down', 'Space']],
  },
  {
    program: 'inquirer',
    half: 'seen',
    name: 'input',
    run: kit('inquirer', 'input'),
    states: [['empty'], ['typed', 'a', 'b']],
  },
  {
    program: 'inquirer',
    half: 'seen',
    name: 'confirm',
    run: kit('inquirer', 'confirm'),
    states: [['empty']],
  },
  {
    program: 'inquirer',
    half: 'seen',
    name: 'password',
    run: kit('inquirer', 'password'),
    states: [['typed', 'a', 'b', 'c']],
  },
  {
    program: 'inquirer',
    half: 'seen',
    name: 'search',
    run: kit('inquirer', 'search'),
    states: [['all'], ['typed', 'a', 'n']],
  },
  {
    program: 'enquirer',
    half: 'seen',
    name: 'select',
    run: kit('enquirer', 'select'),
    states: [['first'], ['second', 'Down']],
  },
  {
    program: 'enquirer',
    half: 'seen',
    name: 'multi',
    run: kit('enquirer', 'multi'),
    states: [['none'], ['ticked', 'Down', 'Space']],
  },
  {
    program: 'enquirer',
    half: 'seen',
    name: 'input',
    run: kit('enquirer', 'input'),
    states: [['empty'], ['typed', 'A', 'd', 'a']],
  },
  {
    program: 'blessed',
    half: 'seen',
    name: 'list',
    run: kit('blessed', 'list'),
    states: [['first'], ['second', 'Down']],
  },
  {
    program: 'blessed',
    half: 'seen',
    name: 'form',
    run: kit('blessed', 'form'),
    states: [['first'], ['typed', 'A', 'd', 'a']],
  },
  {
    program: 'clack',
    half: 'held',
    name: 'select',
    run: kit('clack', 'select'),
    states: [['first'], ['third', 'Down', 'Down']],
  },
  {
    program: 'clack',
    half: 'held',
    name: 'multi',
    run: kit('clack', 'multiselect'),
    states: [['none'], ['ticked', 'Down', 'Space']],
  },
  {
    program: 'clack',
    half: 'held',
    name: 'text',
    run: kit('clack', 'text'),
    states: [['empty'], ['typed', 'x', 'y']],
  },
  { program: 'clack', half: 'held', name: 'confirm', run: kit('clack', 'confirm'), states: [['yes']] },
  {
    program: 'prompts',
    half: 'held',
    name: 'select',
    run: kit('prompts', 'select'),
    states: [['first'], ['second', 'Down']],
  },
  {
    program: 'prompts',
    half: 'held',
    name: 'multi',
    run: kit('prompts', 'multi'),
    states: [['none'], ['ticked', 'Down', 'Space']],
  },
  {
    program: 'prompts',
    half: 'held',
    name: 'text',
    run: kit('prompts', 'text'),
    states: [['empty'], ['typed', 'A', 'd', 'a']],
  },
  { program: 'prompts', half: 'held', name: 'toggle', run: kit('prompts', 'toggle'), states: [['no']] },
  {
    program: 'ink',
    half: 'held',
    name: 'select',
    run: kit('ink', 'select'),
    states: [['first'], ['second', 'Down']],
  },
  {
    program: 'terminal-kit',
    half: 'held',
    name: 'column',
    run: kit('terminal', 'column'),
    states: [['first'], ['second', 'Down']],
  },
];
