import { createRequire } from 'node:module';

/**
 * Where the native part of better-sqlite3 is, as an option for it. It would look for it in a dozen places, which takes
 * as long as all the rest of opening a database; where it is not in the usual one, that is what it does.
 */
export function nativeBinding(): { nativeBinding?: string } {
  try {
    const { resolve } = createRequire(import.meta.url);
    return { nativeBinding: resolve('better-sqlite3/build/Release/better_sqlite3.node') };
  } catch {
    return {};
  }
}
