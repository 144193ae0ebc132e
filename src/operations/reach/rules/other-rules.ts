import { checkPair, sessionName } from '../../../sessions/index.js';
import { workspaceDefaults } from '../../../workspace/index.js';
import type { Fields, ReachRule, Viewer } from '../reach-rule.js';
import {
  allOfThisMachine,
  chat,
  everything,
  isShown,
  nowhere,
  onHosts,
  recording,
  rows,
  target,
  text,
  texts,
} from './rule-parts.js';
import { visibleEvent } from './visible-event.js';
import { visibleHost } from './visible-host.js';

const workspace: ReachRule = {
  at: ({ host, session }) => [
    { session: text(session) ?? workspaceDefaults.session, host: text(host) ?? 'local' },
  ],
};

const actions = [
  'init',
  'send',
  'read',
  'split',
  'list',
  'status',
  'window',
  'kill',
  'record',
  'sync',
  'layout',
  'snapshot',
  'capability',
];

/** Of everything else. */
export const otherRules: Readonly<Record<string, ReachRule>> = {
  ...Object.fromEntries(actions.map((action) => [`workspace.${action}`, workspace])),
  'session.open': {
    at: ({ host, workspace: name, chatId }) => [
      {
        session: sessionName(checkPair(String(name), chatId as string | number)),
        host: text(host) ?? 'local',
      },
    ],
  },
  'session.send': chat,
  'session.list': {
    at: onHosts,
    shows: async (answer, viewer) => {
      const names = (answer.names as readonly string[]).filter(await sessionFilter(answer, viewer));
      const keep = rows('sessions', async ({ sessionName: name }) => names.includes(String(name)));
      return keep({ ...answer, names }, viewer);
    },
    fills: { list: 'sessions', by: 'cursor' },
  },
  'session.exists': chat,
  'session.kill': chat,
  'session.cleanup': everything,
  'event.list': {
    at: onHosts,
    shows: async (answer, viewer) => {
      const events = await Promise.all(
        (answer.events as readonly Fields[]).map((event) => visibleEvent(event, viewer)),
      );
      return { ...answer, events: events.filter((event) => event !== undefined) };
    },
    fills: { list: 'events', by: 'since' },
  },
  'event.follow': {
    // What a pane prints is no event that could be left out.
    at: (input) => [
      ...onHosts(input),
      ...(texts(input.types).includes('output')
        ? [{ target: String(input.target), host: text(input.host) }]
        : []),
    ],
    shows: visibleEvent,
  },
  'inbox.list': {
    at: onHosts,
    shows: rows('items', ({ id, kind, host }, viewer) =>
      isShown(viewer, host, kind === 'run' ? { run: String(id) } : { agent: String(id) }),
    ),
    fills: { list: 'items', by: 'limit' },
  },
  'recording.start': target,
  'recording.stop': recording,
  'recording.list': {
    at: () => [],
    shows: rows('recordings', ({ id, host }, viewer) => isShown(viewer, host, { recording: String(id) })),
    fills: { list: 'recordings', by: 'cursor' },
  },
  'recording.get': recording,
  'recording.read': recording,
  'recording.image': recording,
  'recording.remove': recording,
  'recording.prune': everything,
  'host.list': {
    at: () => [],
    shows: async (answer, viewer) => {
      const hosts = await Promise.all(
        (answer.hosts as readonly Fields[]).map((row) => visibleHost(row, viewer)),
      );
      return { ...answer, hosts: hosts.filter((row) => row !== undefined) };
    },
    fills: { list: 'hosts', by: 'cursor' },
  },
  'host.info': {
    at: onHosts,
    shows: async (answer, viewer) =>
      answer.sessions === undefined
        ? answer
        : {
            ...answer,
            sessions: (answer.sessions as readonly string[]).filter(await sessionFilter(answer, viewer)),
          },
  },
  'host.doctor': { at: ({ hosts }) => [{ all: 'local' }, ...texts(hosts).map((all) => ({ all }))] },
  'tour.take': { ...allOfThisMachine, ours: true },
  'tour.end': { ...allOfThisMachine, ours: true },
  'tour.status': nowhere,
  // Only who reaches everything may call these.
  'token.create': everything,
  'token.list': everything,
  'token.revoke': everything,
  'token.link': everything,
  'audit.list': everything,
};

/** Which sessions of the host of an answer have something in them that is in reach. */
async function sessionFilter(
  { host }: Fields,
  { confinement, places }: Viewer,
): Promise<(name: string) => boolean> {
  if (!confinement.narrow) return () => true;
  const panes = [...(await places.panes(String(host))).values()].filter((one) => confinement.includes(one));
  const names = new Set(panes.flatMap(({ sessions }) => sessions));
  return (name) => names.has(name) && confinement.reachesSession(name);
}
