import { dirname, join, resolve } from 'node:path';
import { homeFolder, parseDuration } from '../model/index.js';
import type { AgentsConfig } from './agents-config.js';

/** One key of a section. */
export interface Setting<Config> {
  /** What it sets, or why the value cannot be used, as the end of a sentence. */
  read(value: unknown, file: string): Partial<Config> | string;
  /** Whether the value is not to be shown where it cannot be used. */
  readonly isSecret?: true;
}

/** Every key of the section `tmux_bridge`, as it is written in the file. */
export const settings: Readonly<Record<string, Setting<AgentsConfig>>> = {
  health_check_interval: duration('healthCheckIntervalMs', { unitMs: 1_000, min: 100, max: 86_400_000 }),
  subprocess_timeout: duration('subprocessTimeoutMs', { unitMs: 1_000, min: 10, max: 3_600_000 }),
  text_enter_delay_ms: duration('textEnterDelayMs', { unitMs: 1, min: 0, max: 60_000 }),
  sequential_send_delay_ms: duration('sequentialSendDelayMs', { unitMs: 1, min: 0, max: 60_000 }),
  clear_delay_ms: duration('clearDelayMs', { unitMs: 1, min: 0, max: 60_000 }),
  max_enter_retries: {
    read: (value) =>
      typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 20
        ? { maxEnterRetries: value }
        : 'is a whole number from 0 to 20',
  },
  profiles: {
    read(value, file) {
      const folders = Array.isArray(value) ? value : [value];
      if (!folders.every((folder) => typeof folder === 'string' && folder !== '')) {
        return 'is a folder, or a list of folders';
      }
      return { profileFolders: folders.map((folder) => pathOf(folder, file)) };
    },
  },
};

interface Range {
  /** What a bare number counts. */
  readonly unitMs: number;
  readonly min: number;
  readonly max: number;
}

function duration(property: keyof AgentsConfig, { unitMs, min, max }: Range): Setting<AgentsConfig> {
  const unit = unitMs === 1 ? 'milliseconds' : 'seconds';
  return {
    read(value) {
      const ms = parseDuration(value, unitMs);
      if (ms !== undefined && ms >= min && ms <= max) return { [property]: ms };
      return `is a time from ${min / unitMs} to ${max / unitMs} ${unit}, such as ${unitMs === 1 ? `150 or '150ms'` : `30 or '30s'`}`;
    },
  };
}

/** Relative to the file that names it. */
export function pathOf(path: string, file: string): string {
  if (path === '~' || path.startsWith('~/')) return join(homeFolder(), path.slice(1));
  return resolve(dirname(file), path);
}
