import { lazy } from 'react';
import { workRoutes } from './pages/work-routes.js';
import type { Route } from './router.js';

/** The pages. Each is loaded when it is first gone to. */
export const routes: readonly Route[] = [
  {
    path: '/',
    title: 'Overview',
    page: lazy(async () => ({ default: (await import('./pages/overview/overview-page.js')).OverviewPage })),
  },
  {
    path: '/wall',
    title: 'Wall',
    page: lazy(async () => ({ default: (await import('./pages/wall/wall-page.js')).WallPage })),
  },
  {
    path: '/pane',
    title: 'Pane',
    page: lazy(async () => ({ default: (await import('./pages/pane/pane-page.js')).PanePage })),
  },
  ...workRoutes,
];

/** What the navigation offers, in its order. On a phone the first ones are at hand, the others behind `More`. */
export const navigation: readonly NavigationItem[] = [
  { path: '/', title: 'Overview', icon: 'overview' },
  { path: '/inbox', title: 'Inbox', icon: 'inbox', counts: 'inbox' },
  { path: '/runs', title: 'Runs', icon: 'runs' },
  { path: '/agents', title: 'Agents', icon: 'agents' },
  { path: '/workers', title: 'Workers', icon: 'workers' },
  { path: '/wall', title: 'Wall', icon: 'wall' },
  { path: '/recordings', title: 'Recordings', icon: 'recordings' },
  { path: '/metrics', title: 'Metrics', icon: 'metrics' },
];

export interface NavigationItem {
  readonly path: string;
  readonly title: string;
  readonly icon: 'overview' | 'wall' | 'inbox' | 'runs' | 'agents' | 'workers' | 'recordings' | 'metrics';
  /** Shows how many wait for a person. */
  readonly counts?: 'inbox';
}
