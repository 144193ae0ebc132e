import { findOperation } from '../../operations/families.js';
import type { CallOperation } from '../../operations/index.js';
import { calling, type Shown } from '../calling.js';
import type { Execute } from '../command.js';
import type { ParsedArguments } from '../parse-arguments.js';
import { printable, type Style } from '../style.js';
import { columns } from '../text/columns.js';

/** A command `mux tmux …`: the fields of its operation are read from the words and options of the same names. */
export async function workspaceExecutor(action: string): Promise<Execute> {
  const operation = (await findOperation(`workspace.${action}`)) as CallOperation;
  return calling(
    operation,
    (args) => fieldsOf(operation, args),
    (answer, _, { style }) => shown(action, answer, style),
  );
}

function fieldsOf(operation: CallOperation, args: ParsedArguments): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  for (const field of Object.keys(operation.input.shape)) {
    const option = field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const word = args.operand(field.toUpperCase());
    const value = args.value(option);
    if (word !== '') given[field] = word;
    else if (value !== undefined) given[field] = NUMBERS.has(option) ? args.number(option) : value;
    else if (args.has(option)) given[field] = true;
  }
  return given;
}

const NUMBERS = new Set(['timeout', 'quiet-ms', 'lines', 'window']);

interface ListedWindow {
  readonly id: number;
  readonly name: string;
  readonly panes: readonly {
    readonly id: string;
    readonly title: string;
    readonly cwd: string;
    readonly running: string | null;
  }[];
}

interface MadeWindow {
  readonly id: number;
  readonly name: string;
  readonly panes: number;
}

function windowLine({ id, name, panes }: MadeWindow): string {
  return `  ${id}: ${printable(name)}, ${panes === 1 ? '1 pane' : `${panes} panes`}`;
}

function shown(action: string, answer: Record<string, unknown>, style: Style): Shown {
  switch (action) {
    case 'send': {
      const {
        output,
        done,
        exit_code: code,
      } = answer as { output?: string; done?: boolean; exit_code?: number | null };
      return { text: output ?? '', code: done === false ? 124 : (code ?? 0) };
    }
    case 'read':
      return String(answer.output);
    case 'init':
      return [
        style.bold(printable(String(answer.session))),
        ...(answer.windows as readonly MadeWindow[]).map(windowLine),
      ].join('\n');
    case 'list':
      return (answer.windows as readonly ListedWindow[]).map((window) => windowText(window, style)).join('');
    case 'split':
    case 'window':
      return String(answer.pane);
    case 'status':
      return `${answer.state}${answer.running === null ? '' : `: ${printable(String(answer.running))}`}`;
    default:
      return Object.entries(answer)
        .map(([field, value]) => `${field}: ${typeof value === 'string' ? value : JSON.stringify(value)}\n`)
        .join('');
  }
}

function windowText({ id, name, panes }: ListedWindow, style: Style): string {
  const rows = panes.map((pane) => [
    `  ${pane.id}`,
    printable(pane.title),
    printable(pane.cwd),
    printable(pane.running ?? ''),
  ]);
  return `${style.bold(`${id}: ${printable(name)}`)}\n${columns(rows)}`;
}
