import { lazy } from 'react';
import type { Route } from '../router.js';

/** The pages of work and history. */
export const workRoutes: readonly Route[] = [
  {
    path: '/inbox',
    title: 'Inbox',
    page: lazy(async () => ({ default: (await import('./inbox/inbox-page.js')).InboxPage })),
  },
  {
    path: '/runs',
    title: 'Runs',
    page: lazy(async () => ({ default: (await import('./runs/runs-page.js')).RunsPage })),
  },
  {
    path: '/runs/:id',
    title: 'Run',
    page: lazy(async () => ({ default: (await import('./runs/run-page.js')).RunPage })),
  },
  {
    path: '/agents',
    title: 'Agents',
    page: lazy(async () => ({ default: (await import('./agents/agents-page.js')).AgentsPage })),
  },
  {
    path: '/agents/:id',
    title: 'Agent',
    page: lazy(async () => ({ default: (await import('./agents/agent-page.js')).AgentPage })),
  },
  {
    path: '/workers',
    title: 'Workers',
    page: lazy(async () => ({ default: (await import('./workers/workers-page.js')).WorkersPage })),
  },
  {
    path: '/recordings',
    title: 'Recordings',
    page: lazy(async () => ({ default: (await import('./recordings/recordings-page.js')).RecordingsPage })),
  },
  {
    path: '/recordings/:id',
    title: 'Recording',
    page: lazy(async () => ({ default: (await import('./recordings/recording-page.js')).RecordingPage })),
  },
  {
    path: '/metrics',
    title: 'Metrics',
    page: lazy(async () => ({ default: (await import('./metrics/metrics-page.js')).MetricsPage })),
  },
  {
    path: '/tour',
    title: 'Guided tour',
    page: lazy(async () => ({ default: (await import('./tour/tour-page.js')).TourPage })),
  },
];
