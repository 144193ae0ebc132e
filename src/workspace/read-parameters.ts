import { didYouMean, MuxError, shownText } from '../model/index.js';
import {
  type Action,
  type ActionName,
  capabilityActions,
  type Parameter,
  type ParametersOf,
} from './capability-actions.js';

/** What a caller gives: the values of a tag are text, those of an object may have their types. */
export type GivenParameters = Readonly<Record<string, unknown>>;

/** The action that is meant. */
export function readAction(given: unknown): ActionName {
  const names = Object.keys(capabilityActions) as ActionName[];
  const found = names.find((name) => name === given);
  if (found) return found;
  const list = `Use one of: ${names.join(', ')}.`;
  if (given === undefined || given === '')
    throw new MuxError('INVALID_ARGUMENT', "The parameter 'action' is missing.", { suggestion: list });
  throw new MuxError('INVALID_ARGUMENT', `Unknown action '${shown(given)}'.`, {
    suggestion: withNearest(shown(given), names, list),
  });
}

/** Checks the parameters of an action against its table, and fills in the defaults. */
export function readParameters<Name extends ActionName>(
  action: Name,
  given: GivenParameters,
): ParametersOf<Name> {
  const table: Action['parameters'] = capabilityActions[action].parameters;
  for (const name of Object.keys(given)) checkKnown(action, name, Object.keys(table));
  const entries = Object.entries(table).map(([name, parameter]) => {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    return [
      name,
      value === undefined || value === null
        ? fallback(action, name, parameter)
        : read(name, parameter, value),
    ];
  });
  return Object.fromEntries(entries) as ParametersOf<Name>;
}

function checkKnown(action: string, name: string, known: readonly string[]): void {
  if (name === 'action' || known.includes(name)) return;
  const list = known.length === 0 ? `action='${action}' takes none.` : `There are: ${known.join(', ')}.`;
  throw new MuxError('INVALID_ARGUMENT', `Unknown parameter '${shown(name)}' for action='${action}'.`, {
    suggestion: withNearest(name, known, list),
  });
}

/** What comes close to what was written, where something does, and all there is. */
function withNearest(written: string, known: readonly string[], list: string): string {
  const nearest = didYouMean(written.slice(0, 40), known);
  return nearest === undefined ? list : `${nearest} ${list}`;
}

function fallback(action: string, name: string, { required, default: value, type }: Parameter): unknown {
  if (!required) return value;
  throw new MuxError('INVALID_ARGUMENT', `The parameter '${name}' is missing.`, {
    suggestion: `Write action="${action}" ${name}="${typeof type === 'string' ? '…' : type.join('|')}".`,
  });
}

function read(name: string, { type, most }: Parameter, value: unknown): unknown {
  const text = typeof value === 'string' ? value : undefined;
  switch (type) {
    case 'text':
      if (text !== undefined) return text;
      throw invalid(name, value, 'Give it as text.');
    case 'boolean':
      if (typeof value === 'boolean') return value;
      if (/^(?:true|yes|on|1)$/i.test(text ?? '')) return true;
      if (/^(?:false|no|off|0)$/i.test(text ?? '')) return false;
      throw invalid(name, value, `Write ${name}="true" or ${name}="false".`);
    case 'pane':
      if (PANE.test(text?.trim() ?? '')) return (text ?? '').trim();
      throw invalid(
        name,
        value,
        'Write window.pane, such as pane="0.0". Use action=\'list\' to see available panes',
      );
    case 'number':
    case 'window':
      return readNumber(name, type, value, most);
    default:
      if (text !== undefined && type.includes(text.trim().toLowerCase())) return text.trim().toLowerCase();
      throw invalid(name, value, `Use ${type.map((choice) => `'${choice}'`).join(' or ')}.`);
  }
}

const LARGEST = 999_999;
const PANE = /^(?:0|[1-9]\d{0,5})\.(?:0|[1-9]\d{0,5})$/;

function readNumber(name: string, type: 'number' | 'window', value: unknown, most = LARGEST): number {
  const number = typeof value === 'string' && /^\s*\d{1,9}\s*$/.test(value) ? Number(value) : value;
  const least = type === 'window' ? 0 : 1;
  if (typeof number === 'number' && Number.isSafeInteger(number) && number >= least && number <= most)
    return number;
  const suggestion =
    type === 'window'
      ? `Write the number of a window, such as ${name}="0". Use action='list' to see available windows`
      : `Write a whole number from 1 to ${most}, such as ${name}="50".`;
  throw invalid(name, value, suggestion);
}

function invalid(name: string, value: unknown, suggestion: string): MuxError {
  return new MuxError('INVALID_ARGUMENT', `Invalid value for '${name}': '${shown(value)}'.`, { suggestion });
}

/** Values may be long, or hold anything. */
function shown(value: unknown): string {
  return shownText(typeof value === 'string' ? value : asText(value));
}

/** JSON has no large integers, no circles, and nothing for functions. */
function asText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return typeof value === 'bigint' ? String(value) : typeof value;
  }
}
