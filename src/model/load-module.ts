import { MuxError } from './mux-error.js';

/**
 * Loads a part of muxwright that is not needed at the start. Node reads a module once: one that could not be read because
 * the process had no file descriptor left stays unusable until the process is restarted.
 *
 * @example
 * const { SshHost } = await loadModule(() => import('./ssh/ssh-host.js'));
 */
export async function loadModule<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException | undefined)?.code;
    if (code !== 'EMFILE' && code !== 'ENFILE') throw cause;
    throw new MuxError(
      'HOST_IO_FAILED',
      'A part of muxwright could not be loaded: no file descriptor is left.',
      {
        suggestion:
          'Raise the limit of open files (ulimit -n). If it happens again then, restart this process.',
        details: { errno: code },
        cause,
      },
    );
  }
}
