import { MuxError, shellQuote } from '../../model/index.js';
import { hookEvents } from './hook-event.js';
import { hookScriptName } from './hook-script.js';
import {
  type JsonArray,
  JsonMistake,
  type JsonNode,
  type JsonObject,
  jsonValue,
  memberOf,
  parseJson,
} from './json-document.js';
import { appendItem, removeItem } from './json-edit.js';

/**
 * The text of a Claude Code settings file with our hook for every event. What is there stays as it is written, to the
 * last blank. Fails with `HOOKS_FILE_INVALID`, which names the line.
 *
 * @param script path of the hook script
 */
export function addHooks(text: string, script: string, path: string): string {
  let edited = text.trim() === '' ? '{}\n' : text;
  for (const event of hookEvents) {
    const command = hookCommand(script, event);
    const root = rootOf(edited, path);
    const hooks = objectIn(edited, root, 'hooks', path);
    if (!hooks) {
      edited = appendItem(edited, root, 'hooks', { [event]: [groupOf(command)] });
      continue;
    }
    const groups = arrayIn(edited, hooks, event, path);
    if (!groups) {
      edited = appendItem(edited, hooks, event, [groupOf(command)]);
      continue;
    }
    const [own] = ownCommands(groups);
    if (!own) edited = appendItem(edited, groups, undefined, groupOf(command));
    // Ours, from another state folder or an older muxwright.
    else if (own.text !== command) {
      edited = edited.slice(0, own.start) + JSON.stringify(command) + edited.slice(own.end);
    }
  }
  return edited;
}

/** The text without our hooks, and without what they alone had needed. */
export function removeHooks(text: string, path: string): string {
  let edited = text;
  for (let next = withoutOne(edited, path); next !== edited; next = withoutOne(edited, path)) edited = next;
  return edited;
}

/** Whether Claude Code is told to run no hooks at all. */
export function hooksAreDisabled(text: string): boolean {
  const member = text.trim() === '' ? undefined : memberOf(parseJson(text), 'disableAllHooks');
  return member !== undefined && jsonValue(member.node) === true;
}

/** Where the script is gone the agent must not be told of an error each time. `exec`: the script's parent is the agent. */
function hookCommand(script: string, event: string): string {
  const quoted = shellQuote(script);
  return `if [ -x ${quoted} ]; then exec ${quoted} ${event}; fi`;
}

function groupOf(command: string): unknown {
  return { hooks: [{ type: 'command', command, timeout: HOOK_TIMEOUT_SECONDS }] };
}

/** It takes milliseconds; where it hangs, with a disk that is gone, the agent goes on soon. */
const HOOK_TIMEOUT_SECONDS = 5;

function withoutOne(text: string, path: string): string {
  if (text.trim() === '') return text;
  const root = rootOf(text, path);
  const hooks = objectIn(text, root, 'hooks', path);
  for (const { node: groups, key: event } of hooks?.items ?? []) {
    if (!hooks || groups.kind !== 'array') continue;
    const [own] = ownCommands(groups);
    if (!own) continue;
    if (own.hooks.items.length > 1) return removeItem(text, own.hooks, own.hooks.items.indexOf(own.hook));
    if (groups.items.length > 1) return removeItem(text, groups, groups.items.indexOf(own.group));
    if (hooks.items.length > 1)
      return removeItem(
        text,
        hooks,
        hooks.items.findIndex(({ key }) => key === event),
      );
    return removeItem(
      text,
      root,
      root.items.findIndex(({ key }) => key === 'hooks'),
    );
  }
  return text;
}

interface OwnCommand {
  readonly group: JsonNode;
  readonly hooks: JsonArray;
  readonly hook: JsonNode;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

function ownCommands(groups: JsonArray): OwnCommand[] {
  return groups.items.flatMap((group) => {
    const hooks = memberOf(group, 'hooks')?.node;
    if (hooks?.kind !== 'array') return [];
    return hooks.items.flatMap((hook) => {
      const command = memberOf(hook, 'command')?.node;
      if (command?.kind !== 'leaf' || typeof command.value !== 'string') return [];
      const { start, end, value } = command;
      return value.includes(`/${hookScriptName}`) ? [{ group, hooks, hook, text: value, start, end }] : [];
    });
  });
}

function rootOf(text: string, path: string): JsonObject {
  let root: JsonNode;
  try {
    root = parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonMistake)) throw error;
    throw invalid(path, error.line, `it is not JSON: ${error.message}`);
  }
  if (root.kind === 'object') return root;
  throw invalid(path, 1, 'it is not an object');
}

function objectIn(text: string, parent: JsonObject, key: string, path: string): JsonObject | undefined {
  const node = memberOf(parent, key)?.node;
  if (!node || node.kind === 'object') return node;
  throw invalid(path, lineAt(text, node.start), `'${key}' is not an object`);
}

function arrayIn(text: string, parent: JsonObject, key: string, path: string): JsonArray | undefined {
  const node = memberOf(parent, key)?.node;
  if (!node || node.kind === 'array') return node;
  throw invalid(path, lineAt(text, node.start), `'${key}' is not a list`);
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

function invalid(path: string, line: number, what: string): MuxError {
  return new MuxError('HOOKS_FILE_INVALID', `${path}:${line}: ${what}.`, {
    suggestion: 'Fix the file first; nothing was changed.',
    details: { path, line },
  });
}
