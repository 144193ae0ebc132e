import { isMap, isScalar, LineCounter, type Pair, parseDocument, type YAMLMap } from 'yaml';
import { MuxError, tooDeepLine } from '../model/index.js';
import { type AgentsConfig, agentsDefaults } from './agents-config.js';
import { keySuggestion } from './key-suggestion.js';
import { type RecordingsConfig, recordingsDefaults } from './recordings-config.js';
import { recordingsSettings } from './recordings-settings.js';
import { type RunsConfig, runsDefaults } from './runs-config.js';
import { runsSettings } from './runs-settings.js';
import { type ServerConfig, serverConfigDefaults } from './server-config.js';
import { serverSettings } from './server-settings.js';
import { type Setting, settings } from './settings.js';
import { type StoreConfig, storeConfigDefaults } from './store-config.js';
import { storeSettings } from './store-settings.js';
import { type WorkspacePlaceConfig, workspacePlaceDefaults } from './workspace-place.js';
import { workspaceSettings } from './workspace-settings.js';

/** What a configuration file sets. */
export interface ConfigSections extends AgentsConfig {
  readonly recordings: RecordingsConfig;
  readonly runs: RunsConfig;
  readonly server: ServerConfig;
  readonly store: StoreConfig;
  readonly workspace: WorkspacePlaceConfig;
}

/** What is wrong with one place of a configuration file. */
export interface ConfigProblem {
  readonly line: number;
  readonly key: string | undefined;
  readonly message: string;
  readonly suggestion: string | undefined;
}

/**
 * Reads the text of a `muxwright.yaml`. Fails with `CONFIG_INVALID`, which names file, line and key.
 *
 * @example
 * parseConfig('tmux_bridge:\n  text_enter_delay_ms: 80\n', 'muxwright.yaml').textEnterDelayMs; // 80
 */
export function parseConfig(text: string, file: string): ConfigSections {
  const { agents, recordings, runs, server, store, workspace } = readSections(text, file);
  return Object.freeze({
    ...Object.assign({}, agentsDefaults, ...agents),
    recordings: Object.freeze(Object.assign({}, recordingsDefaults, ...recordings)),
    runs: Object.freeze(Object.assign({}, runsDefaults, ...runs)),
    server: Object.freeze(Object.assign({}, serverConfigDefaults, ...server)),
    store: Object.freeze(Object.assign({}, storeConfigDefaults, ...store)),
    workspace: Object.freeze(Object.assign({}, workspacePlaceDefaults, ...workspace)),
  });
}

/** What a file sets, one entry for each key. */
interface WrittenSections {
  readonly agents: Partial<AgentsConfig>[];
  readonly recordings: Partial<RecordingsConfig>[];
  readonly runs: Partial<RunsConfig>[];
  readonly server: Partial<ServerConfig>[];
  readonly store: Partial<StoreConfig>[];
  readonly workspace: Partial<WorkspacePlaceConfig>[];
}

/** @param refuse called for each section that has keys, before they are read; it throws where the section may not be there */
export function readSections(
  text: string,
  file: string,
  refuse?: (section: string) => void,
): WrittenSections {
  const deep = tooDeepLine(text);
  if (deep !== undefined) throw invalid(file, [{ line: deep, key: undefined, ...TOO_DEEP }]);
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false });
  const problems: ConfigProblem[] = document.errors.map(({ message, pos }) => ({
    line: counter.linePos(pos[0]).line,
    key: undefined,
    message: `this is not YAML: ${firstLine(message)}`,
    suggestion: undefined,
  }));
  if (problems.length > 0) throw invalid(file, problems);
  const written: WrittenSections = {
    agents: [],
    recordings: [],
    runs: [],
    server: [],
    store: [],
    workspace: [],
  };
  const root = document.contents;
  if (isEmpty(root)) return written;
  const problemAt = (node: unknown, key: string | undefined, message: string, suggestion?: string): void => {
    problems.push({ line: lineOf(node, counter), key, message, suggestion });
  };
  if (!isMap(root)) {
    problemAt(root, undefined, 'the file is not a list of sections such as `tmux_bridge:`');
    throw invalid(file, problems);
  }
  for (const pair of root.items) {
    const section = keyOf(pair);
    if (!SECTIONS.includes(section)) {
      problemAt(pair.key, section, `'${section}' is not a section`, keySuggestion(section, SECTIONS));
    } else if (isMap(pair.value)) {
      if (pair.value.items.length > 0) refuse?.(section);
      const at = { section, file, problemAt };
      if (section === SECTION) readSection(pair.value, settings, written.agents, at);
      else if (section === RUNS) readSection(pair.value, runsSettings, written.runs, at);
      else if (section === SERVER) readSection(pair.value, serverSettings, written.server, at);
      else if (section === STORE) readSection(pair.value, storeSettings, written.store, at);
      else if (section === WORKSPACE) readSection(pair.value, workspaceSettings, written.workspace, at);
      else readSection(pair.value, recordingsSettings, written.recordings, at);
    } else if (!isEmpty(pair.value)) {
      problemAt(pair.value, section, `'${section}' must have keys, not a value`);
    }
  }
  if (problems.length > 0) throw invalid(file, problems);
  return written;
}

const TOO_DEEP = {
  message: 'this is nested too deeply',
  suggestion: 'A setting has one value, or a list of them.',
};
export const SECTION = 'tmux_bridge';
const RECORDINGS = 'recordings';
const RUNS = 'runs';
const SERVER = 'server';
const STORE = 'store';
const WORKSPACE = 'workspace';
const SECTIONS = [SECTION, RECORDINGS, RUNS, SERVER, STORE, WORKSPACE];

interface SectionPlace {
  readonly section: string;
  readonly file: string;
  problemAt(node: unknown, key: string, message: string, suggestion?: string): void;
}

function readSection<Config>(
  map: YAMLMap,
  settings: Readonly<Record<string, Setting<Config>>>,
  config: Partial<Config>[],
  { section, file, problemAt }: SectionPlace,
): void {
  for (const pair of map.items) {
    const key = keyOf(pair);
    const setting = Object.hasOwn(settings, key) ? settings[key] : undefined;
    if (!setting) {
      const suggestion = keySuggestion(key, Object.keys(settings));
      problemAt(pair.key, key, `'${key}' is not a setting of ${section}`, suggestion);
      continue;
    }
    // A key with nothing behind it is as good as absent.
    if (isEmpty(pair.value)) continue;
    const value = toValue(pair.value);
    const read = setting.read(value, file);
    if (typeof read !== 'string') config.push(read);
    else problemAt(pair.value, key, `${key} ${read}${setting.isSecret ? '' : `, and not ${shown(value)}`}`);
  }
}

function invalid(file: string, problems: readonly ConfigProblem[]): MuxError {
  const [first] = problems;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  return new MuxError('CONFIG_INVALID', `${file}:${first?.line}: ${first?.message}${more}.`, {
    ...(first?.suggestion !== undefined && { suggestion: first.suggestion }),
    details: { file, problems },
  });
}

function keyOf(pair: Pair): string {
  return isScalar(pair.key) ? String(pair.key.value) : String(pair.key);
}

function isEmpty(node: unknown): boolean {
  return node === null || node === undefined || (isScalar(node) && node.value === null);
}

function toValue(node: unknown): unknown {
  if (isScalar(node)) return node.value;
  const { toJSON } = node as { toJSON?: () => unknown };
  return toJSON ? toJSON.call(node) : node;
}

function lineOf(node: unknown, counter: LineCounter): number {
  const range = (node as { range?: readonly number[] } | null)?.range;
  return counter.linePos(range?.[0] ?? 0).line;
}

function firstLine(message: string): string {
  return (message.split('\n')[0] ?? '').replace(/[.:]$/, '');
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
