import { lazy } from 'react';
import type { Route } from './router.js';

/** The pages. Each is loaded when it is first gone to. */
export const routes: readonly Route[] = [
  {
    path: '/',
    title: 'Overview',
    page: lazy(async () => ({ default: (await import('./pages/overview/overview-page.js')).OverviewPage })),
  },
];

/** What the navigation offers, in its order. On a phone the first ones are at hand, the others behind `More`. */
export const navigation: readonly NavigationItem[] = [{ path: '/', title: 'Overview', icon: 'overview' }];

export interface NavigationItem {
  readonly path: string;
  readonly title: string;
  readonly icon: 'overview' | 'wall' | 'inbox' | 'runs' | 'agents' | 'workers' | 'recordings' | 'metrics';
  /** Shows how many wait for a person. */
  readonly counts?: 'inbox';
}
