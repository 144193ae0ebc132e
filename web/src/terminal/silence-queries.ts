import type { Terminal } from '@xterm/xterm';

/**
 * Keeps the emulator from answering what programs ask a terminal. tmux has answered them already; a second answer would
 * come to the program as keys, once for each browser that looks on.
 */
export function silenceQueries({ parser }: Terminal): void {
  const swallow = (): boolean => true;
  // Device attributes, status and cursor reports, modes, version, window reports.
  for (const id of [
    { final: 'c' },
    { prefix: '>', final: 'c' },
    { prefix: '=', final: 'c' },
    { final: 'n' },
    { prefix: '?', final: 'n' },
    { intermediates: '$', final: 'p' },
    { prefix: '?', intermediates: '$', final: 'p' },
    { prefix: '>', final: 'q' },
    { final: 't' },
  ])
    parser.registerCsiHandler(id, swallow);
  // Requests for settings and for capabilities.
  parser.registerDcsHandler({ intermediates: '$', final: 'q' }, swallow);
  parser.registerDcsHandler({ intermediates: '+', final: 'q' }, swallow);
  // Colours may be set, but not asked for; the clipboard of the person is not for programs.
  for (const id of [4, 10, 11, 12]) parser.registerOscHandler(id, (data) => data.includes('?'));
  parser.registerOscHandler(52, swallow);
}
