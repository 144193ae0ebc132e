import { placeOf } from '../../../workers/index.js';
import type { PlaceRef } from '../place.js';
import type { Fields, ReachRule } from '../reach-rule.js';
import {
  agent,
  allOfHost,
  allOfThisMachine,
  isShown,
  onHosts,
  rows,
  run,
  started,
  target,
  text,
  texts,
  worker,
} from './rule-parts.js';

/** Of the operations on runs, workers and agents. */
export const workRules: Readonly<Record<string, ReachRule>> = {
  'run.complete': started,
  'run.start': started,
  'run.status': run,
  'run.explain': run,
  'run.output': run,
  'run.input': run,
  'run.wait': run,
  'run.stop': run,
  'run.end': run,
  'run.scrub': run,
  'run.list': {
    at: onHosts,
    shows: rows('runs', ({ id, host }, viewer) => isShown(viewer, host, { run: String(id) })),
    fills: { list: 'runs', by: 'cursor' },
  },
  'run.recover': allOfHost,
  'run.prune': allOfHost,
  // Numbers of all that is counted: nothing of them can be left out afterwards.
  'run.metrics': {
    at: ({ host, session }) =>
      text(host) === undefined
        ? [{ everything: true }]
        : [{ session: text(session), host: String(host), tags: [] }],
  },
  'run.follow': run,
  'worker.spawn': {
    at: ({ host, socket, session, tags }) => [
      {
        session: text(session),
        host: placeOf({ host: 'local' }, { host: text(host), socket: text(socket) }),
        tags: texts(tags),
      },
    ],
  },
  'worker.list': {
    at: onHosts,
    shows: rows('workers', ({ name, host }, viewer) => isShown(viewer, host, { worker: String(name) })),
    fills: { list: 'workers', by: 'cursor' },
  },
  'worker.status': worker,
  'worker.peek': worker,
  'worker.send': worker,
  'worker.broadcast': { at: selectedWorkers },
  'worker.logs': worker,
  'worker.follow': worker,
  'worker.attach': worker,
  'worker.wait': worker,
  'worker.interrupt': worker,
  'worker.eof': worker,
  'worker.respawn': worker,
  'worker.kill': worker,
  'worker.clean': {
    at: (input, store) => (text(input.name) ? worker.at(input, store) : selectedWorkers(input, store)),
  },
  'worker.orphans': {
    at: onHosts,
    shows: rows('orphans', ({ session, host }, viewer) =>
      isShown(viewer, host, { session: String(session), host: String(host) }),
    ),
    fills: { list: 'orphans', by: 'cursor' },
  },
  'worker.kill-orphans': {
    at: ({ session, host, hosts }) =>
      text(session) === undefined
        ? [...texts(hosts).map((all) => ({ all })), { everything: true as const }]
        : [{ session: text(session), host: text(host) ?? 'local' }],
  },
  'agent.list': {
    at: onHosts,
    shows: rows('agents', ({ id, host }, viewer) => isShown(viewer, host, { agent: String(id) })),
    fills: { list: 'agents', by: 'cursor' },
  },
  'agent.register': target,
  'agent.remove': agent,
  'agent.status': target,
  'agent.send': target,
  'agent.respond': agent,
  'agent.health': target,
  'agent.conversation': target,
  'agent.turns': agent,
  'agent.install-hooks': allOfThisMachine,
  'agent.uninstall-hooks': allOfThisMachine,
};

/** All, or those with a tag. */
async function selectedWorkers(
  { tag }: Fields,
  { workers }: Parameters<ReachRule['at']>[1],
): Promise<PlaceRef[]> {
  const wanted = text(tag);
  const meant = await workers.list(wanted === undefined ? {} : { tag: wanted });
  return meant.map(({ name }) => ({ worker: name }));
}
