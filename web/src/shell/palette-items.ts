import type { Output } from '../api/operations.js';
import { useQuery } from '../api/query.js';
import { useStore } from '../api/store.js';
import { useHostTrees } from '../api/use-host-trees.js';
import { panePlaces } from '../pages/overview/pane-place.js';
import { putOnWall } from '../pages/wall/wall-store.js';
import { address, navigate, usePlace } from '../router.js';
import { navigation } from '../routes.js';
import { setTheme, shownTheme } from '../style/theme.js';

export interface PaletteItem {
  readonly key: string;
  readonly kind: 'Page' | 'Pane' | 'Run' | 'Worker' | 'Agent' | 'Do';
  readonly title: string;
  readonly detail?: string | undefined;
  act(): void;
}

/** Everything that the palette offers, what is near first. */
export function usePaletteItems(): readonly PaletteItem[] {
  const trees = useHostTrees();
  const { data: workers } = useQuery('worker.list', {}, { on: ['worker_changed'] });
  const { data: agents } = useQuery('agent.list', {}, { on: ['state_changed'] });
  const { data: runs } = useQuery('run.list', { limit: 100 }, { on: ['run_started', 'run_exit'] });
  return [
    ...navigation.map(({ path, title }) => goTo('Page', title, path)),
    ...useActions(),
    ...(workers?.workers ?? []).map(workerItem),
    ...(agents?.agents ?? []).map(agentItem),
    ...trees.flatMap(paneItems),
    ...(runs?.runs ?? []).map(runItem),
  ];
}

function useActions(): readonly PaletteItem[] {
  const theme = useStore(shownTheme);
  const { path, search } = usePlace();
  const other = theme === 'dark' ? 'light' : 'dark';
  const paneId = path === '/pane' ? search.get('target') : null;
  return [
    { key: 'theme', kind: 'Do', title: `Switch to the ${other} theme`, act: () => setTheme(other) },
    ...(paneId === null
      ? []
      : [
          {
            key: 'wall',
            kind: 'Do' as const,
            title: 'Put this pane on the wall',
            act: () => {
              putOnWall({ host: search.get('host') ?? 'local', paneId });
              navigate('/wall');
            },
          },
        ]),
  ];
}

function paneItems({ host, sessions }: Output<'pane.list'>): PaletteItem[] {
  return panePlaces(sessions).map(({ session, window, pane }) => {
    const where = `${session.name} › ${window.index}:${window.name} ${pane.id}`;
    const to = address('/pane', { target: pane.id, host });
    return goTo('Pane', pane.command, to, host === 'local' ? where : `${where} · ${host}`);
  });
}

function workerItem(worker: Output<'worker.list'>['workers'][number]): PaletteItem {
  const to = worker.paneId ? address('/pane', { target: worker.paneId, host: worker.host }) : '/workers';
  return goTo('Worker', worker.name, to, `${worker.state} · ${worker.command}`, worker.name);
}

function agentItem(agent: Output<'agent.list'>['agents'][number]): PaletteItem {
  const to = `/agents/${encodeURIComponent(agent.id)}`;
  return goTo('Agent', agent.name ?? agent.id, to, agent.state.toLowerCase().replace('_', ' '));
}

function runItem(run: Output<'run.list'>['runs'][number]): PaletteItem {
  const to = `/runs/${encodeURIComponent(run.id)}`;
  return goTo('Run', run.title ?? run.command ?? run.id, to, `${run.state} · ${run.id}`);
}

function goTo(
  kind: PaletteItem['kind'],
  title: string,
  to: string,
  detail?: string,
  key: string = to,
): PaletteItem {
  return { key: `${kind} ${key}`, kind, title, detail, act: () => navigate(to) };
}
