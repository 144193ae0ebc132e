import type { Snapshot, SnapshotPane, SnapshotWindow } from './session-snapshot.js';
import { isWindowLayout } from './window-layout.js';

/** Tells whether a value of a file is a snapshot that a session can be built from, in all its parts. */
export function isSnapshot(value: unknown): value is Snapshot {
  return (
    hasFields<Snapshot>(value, {
      version: (version) => version === 1,
      session: isText,
      saved_at: isText,
      environment: isEnvironment,
      left_out: (names) => Array.isArray(names) && names.every(isText),
      windows: (windows) => Array.isArray(windows) && windows.length > 0 && windows.every(isWindow),
    }) && hasOwnNumbers(value.windows)
  );
}

type Checks<T> = { readonly [Key in keyof T]-?: (value: unknown) => boolean };

function hasFields<T>(value: unknown, checks: Checks<T>): value is T {
  if (typeof value !== 'object' || value === null) return false;
  const fields = value as Readonly<Record<string, unknown>>;
  return Object.entries<(value: unknown) => boolean>(checks).every(([name, check]) => check(fields[name]));
}

function isWindow(value: unknown): value is SnapshotWindow {
  return (
    hasFields<SnapshotWindow>(value, {
      number: isNumber(0, 999_999),
      name: (name) => isWord(name) && name !== '',
      active: isBoolean,
      layout: isText,
      width: isNumber(1, 10_000),
      height: isNumber(1, 10_000),
      panes: (panes) => Array.isArray(panes) && panes.length > 0 && panes.every(isPane),
    }) && isWindowLayout(value.layout, value.panes.length)
  );
}

function isPane(value: unknown): value is SnapshotPane {
  return hasFields<SnapshotPane>(value, {
    address: (address) => isText(address) && /^\d{1,6}\.\d{1,6}$/.test(address),
    title: isWord,
    cwd: (cwd) => isText(cwd) && !cwd.includes('\0'),
    created: isWord,
    active: isBoolean,
    running: (command) => command === null || (isText(command) && !command.includes('\0')),
    unread: isNumber(0, Number.MAX_SAFE_INTEGER),
    scrollback: isText,
  });
}

/** No two windows or panes may have one number. */
function hasOwnNumbers(windows: readonly SnapshotWindow[]): boolean {
  const numbers = windows.map(({ number }) => String(number));
  const addresses = windows.flatMap(({ panes }) => panes.map(({ address }) => address));
  return [numbers, addresses].every((all) => new Set(all).size === all.length);
}

function isEnvironment(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).every(
    ([name, text]) => /^[A-Za-z_]\w*$/.test(name) && isText(text) && !text.includes('\0'),
  );
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isWord(value: unknown): value is string {
  return isText(value) && value.length <= 1_000 && !/[\x00-\x1f\x7f]/.test(value);
}

function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

function isNumber(least: number, most: number): (value: unknown) => boolean {
  return (value) => Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most;
}
