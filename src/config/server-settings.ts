import { formatHostAddress, isMuxError, parseHostAddress } from '../model/index.js';
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
  hosts: {
    read(value) {
      const hosts = (Array.isArray(value) ? value : [value]).map(address);
      return hosts.every((host) => host !== undefined)
        ? { hosts }
        : 'is the address of a host, such as ssh://user@host, or a list of them';
    },
  },
  max_connections: {
    read: (value) => (isCount(value) ? { maxConnections: value } : 'is a number from 1 to 100000'),
  },
  max_streams: {
    read: (value) => (isCount(value) ? { maxStreams: value } : 'is a number from 1 to 100000'),
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

function address(value: unknown): string | undefined {
  try {
    return typeof value === 'string' ? formatHostAddress(parseHostAddress(value)) : undefined;
  } catch (error) {
    if (isMuxError(error)) return undefined;
    throw error;
  }
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 100_000;
}
