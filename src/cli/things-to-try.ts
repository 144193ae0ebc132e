import { shellQuote } from '../model/index.js';
import type { DoctorReport, SessionTree } from '../operations/index.js';
import { newSessionCommand } from './panes/new-session-command.js';

/** Three commands for another terminal, which work as they stand. */
export function thingsToTry(
  host: string,
  tree: SessionTree,
  report: DoctorReport,
  mux: string,
): readonly string[] {
  const there = host === 'local' ? '' : ` --host ${shellQuote(host)}`;
  const container = firstContainer(report);
  const tries: readonly (readonly [does: string, command: string])[] = [
    ['start a session and see it appear below', newSessionCommand(host, freeName(tree))],
    ['list sessions, windows and panes', `${mux} panes${there}`],
    container === undefined
      ? ['show the full report', `${mux} doctor`]
      : ['check a container', `${mux} doctor --host docker://${container}`],
  ];
  return [
    'Try this in another terminal:',
    ...tries.flatMap(([does, command], i) => [`  ${i + 1}. ${does}`, `     ${command}`]),
  ];
}

function freeName({ sessions }: SessionTree): string {
  const taken = new Set(sessions.map(({ name }) => name));
  for (let n = 1; ; n++) {
    const name = n === 1 ? 'hello' : `hello-${n}`;
    if (!taken.has(name)) return name;
  }
}

function firstContainer({ checks }: DoctorReport): string | undefined {
  const containers = checks.find(({ id }) => id === 'docker')?.facts?.containers;
  return Array.isArray(containers) ? (containers as readonly string[])[0] : undefined;
}
