import { isMuxError, parseHostAddress } from '../model/index.js';
import type { Setting } from './settings.js';
import type { WorkspacePlaceConfig } from './workspace-place.js';

/** Every key of the section `workspace`, as it is written in the file. */
export const workspaceSettings: Readonly<Record<string, Setting<WorkspacePlaceConfig>>> = {
  host: {
    read(value) {
      if (typeof value !== 'string' || value === '') return wantedHost;
      try {
        parseHostAddress(value);
      } catch (error) {
        if (isMuxError(error)) return wantedHost;
        throw error;
      }
      return { host: value };
    },
  },
  session: { read: (value) => text(value, 'session', 'is the name of a tmux session') },
  folder: {
    read: (value) =>
      typeof value === 'string' && /^(?:~?\/|~$)/.test(value)
        ? { folder: value }
        : "is an absolute path on the host, such as '/workspace' or '~/workspace'",
  },
  start_suggestion: {
    read: (value) => text(value, 'startSuggestion', 'is a sentence that says how to start the container'),
  },
};

const wantedHost = "is the address of a host, such as 'local' or 'docker://NAME'";

function text(
  value: unknown,
  property: 'session' | 'startSuggestion',
  wanted: string,
): Partial<WorkspacePlaceConfig> | string {
  return typeof value === 'string' && value.trim() !== '' ? { [property]: value } : wanted;
}
