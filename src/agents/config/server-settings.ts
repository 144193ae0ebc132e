import { type ServerConfig, serverLogLevels } from './server-config.js';
import type { Setting } from './settings.js';

/** Every key of the section `server`, as it is written in the file. */
export const serverSettings: Readonly<Record<string, Setting<ServerConfig>>> = {
  log_level: {
    read(value) {
      const logLevel = serverLogLevels.find((level) => level === value);
      return logLevel === undefined ? `is one of ${serverLogLevels.join(', ')}` : { logLevel };
    },
  },
  allow_hosts: {
    read(value) {
      const names: unknown[] = Array.isArray(value) ? value : [value];
      return names.every(isName) ? { allowHosts: names } : 'is a name, or a list of names';
    },
  },
  listen: {
    read: (value) => (isName(value) ? { listen: value } : 'is an address of this machine'),
  },
  port: {
    read: (value) =>
      typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 65_535
        ? { port: value }
        : 'is a number from 0 to 65535',
  },
};

function isName(value: unknown): value is string {
  return typeof value === 'string' && /^[\w.:-]{1,253}$/.test(value);
}
