import { isMachineName, isStoreUrl } from '../store/index.js';
import { pathOf, type Setting } from './settings.js';
import type { StoreConfig } from './store-config.js';

/** Every key of the section `store`, as it is written in the file. */
export const storeSettings: Readonly<Record<string, Setting<StoreConfig>>> = {
  url: {
    isSecret: true,
    read: (value) =>
      typeof value === 'string' && isStoreUrl(value)
        ? { url: value }
        : 'is a URL such as postgres://user:password@host/database, in whose names @ / ? # are written as %40 %2F %3F %23',
  },
  listen_url: {
    isSecret: true,
    read: (value) =>
      typeof value === 'string' && isStoreUrl(value)
        ? { listenUrl: value }
        : 'is a URL such as postgres://user:password@host/database, past the pooler that url leads to',
  },
  machine: {
    read: (value) =>
      typeof value === 'string' && isMachineName(value)
        ? { machine: value }
        : 'is a name without spaces and slashes',
  },
  key_file: {
    read: (value, file) =>
      typeof value === 'string' && value !== '' ? { keyFile: pathOf(value, file) } : 'is a file',
  },
};
