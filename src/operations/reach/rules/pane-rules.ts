import type { Fields, ReachRule, Viewer } from '../reach-rule.js';
import { onHosts, rows, target } from './rule-parts.js';

/** Of the operations on panes. */
export const paneRules: Readonly<Record<string, ReachRule>> = {
  'pane.list': { at: onHosts, shows: visibleTree },
  'pane.screen': target,
  'pane.screens': {
    at: onHosts,
    shows: (answer, viewer) =>
      rows('screens', (row) => paneIsShown(viewer, String(answer.host), String(row.paneId)))(answer, viewer),
  },
  'pane.tree': target,
  'pane.read': target,
  'pane.send': target,
  'pane.keys': target,
  'pane.choose': target,
  'pane.fill': target,
  'pane.wait': target,
  'pane.exec': target,
  'pane.kill': target,
  'pane.watch': target,
  'pane.activity': { at: onHosts, shows: visibleActivity },
};

/** Whether a pane of a host that was checked is in reach. */
async function paneIsShown({ confinement, places }: Viewer, host: string, paneId: string): Promise<boolean> {
  if (!confinement.narrow) return true;
  return confinement.holds((await places.panes(host)).get(paneId));
}

interface Session extends Fields {
  readonly name: string;
  readonly windows: readonly (Fields & { readonly panes: readonly (Fields & { readonly id: string })[] })[];
}

async function visibleTree(answer: Fields, viewer: Viewer): Promise<Fields> {
  const { confinement, places } = viewer;
  if (!confinement.narrow) return answer;
  const panes = await places.panes(String(answer.host));
  const sessions = (answer.sessions as readonly Session[])
    // A window that is linked into two sessions is shown in the one that is in reach.
    .filter(({ name }) => confinement.reachesSession(name))
    .map((session) => ({
      ...session,
      windows: session.windows
        .map((window) => ({
          ...window,
          panes: window.panes.filter(({ id }) => {
            const place = panes.get(id);
            return place !== undefined && confinement.includes(place);
          }),
        }))
        .filter((window) => window.panes.length > 0),
    }))
    .filter(({ windows }) => windows.length > 0);
  return { ...answer, sessions };
}

async function visibleActivity(item: Fields, { confinement, places }: Viewer): Promise<Fields | undefined> {
  if (!confinement.narrow) return item;
  const panes = [...(await places.panes(String(item.host))).values()];
  const inside = new Set(panes.filter((pane) => confinement.includes(pane)).map(({ windowId }) => windowId));
  const windows = (item.windows as readonly string[]).filter((id) => inside.has(id));
  return windows.length === 0 && item.type === 'activity' ? undefined : { ...item, windows };
}
