import type { Page } from 'playwright-core';
import type { Scene } from './scene.js';

export interface Shot {
  readonly name: string;
  readonly path: (scene: Scene) => string;
  /** What is on the page when it is ready. */
  readonly shows: string | RegExp;
  readonly act?: (page: Page, scene: Scene) => Promise<unknown>;
}

/** Every page, and the states of it that matter. */
export const shots: readonly Shot[] = [
  { name: 'overview', path: () => '/', shows: 'reviewer' },
  { name: 'inbox', path: () => '/inbox', shows: /Deploy build/ },
  {
    name: 'inbox-agent',
    path: () => '/inbox',
    shows: /Deploy build/,
    act: (page) =>
      page
        .getByRole('navigation', { name: 'Waiting' })
        .getByRole('button', { name: /reviewer/ })
        .click(),
  },
  {
    name: 'inbox-password',
    path: () => '/inbox',
    shows: /Deploy build/,
    act: (page) =>
      page
        .getByRole('navigation', { name: 'Waiting' })
        .getByRole('button', { name: /Password/ })
        .click(),
  },
  {
    name: 'pane',
    path: ({ panes }) => `/pane?target=${encodeURIComponent(panes.editor ?? '')}`,
    shows: /shop ›/,
  },
  {
    name: 'pane-control',
    path: ({ panes }) => `/pane?target=${encodeURIComponent(panes.monitor ?? '')}&mode=control`,
    shows: /shop ›/,
  },
  { name: 'runs', path: () => '/runs', shows: 'npm run lint' },
  { name: 'run-asking', path: ({ asking }) => `/runs/${asking}`, shows: /Deploy build/ },
  { name: 'run-finished', path: ({ finished }) => `/runs/${finished}`, shows: 'exit 0' },
  {
    name: 'run-search',
    path: ({ finished }) => `/runs/${finished}`,
    shows: 'exit 0',
    act: async (page) => {
      await page.getByRole('searchbox', { name: 'Search the log' }).fill('cart');
      await page.getByRole('button', { name: 'Next hit' }).click();
      await page.getByRole('button', { name: 'How is this known?' }).click();
    },
  },
  { name: 'run-failed', path: ({ failed }) => `/runs/${failed}`, shows: /exit 1/ },
  { name: 'run-running', path: ({ running }) => `/runs/${running}`, shows: /running/ },
  {
    name: 'run-start',
    path: () => '/runs',
    shows: 'npm run lint',
    act: (page) =>
      page
        .getByRole('button', { name: /Start a run|Start/ })
        .first()
        .click(),
  },
  { name: 'agents', path: () => '/agents', shows: 'reviewer' },
  { name: 'agent', path: ({ agent }) => `/agents/${agent}`, shows: /Health/ },
  { name: 'workers', path: () => '/workers', shows: 'queue' },
  {
    name: 'worker-spawn',
    path: () => '/workers',
    shows: 'queue',
    act: (page) =>
      page
        .getByRole('button', { name: /Spawn|Start a worker/ })
        .first()
        .click(),
  },
  {
    name: 'worker-kill',
    path: () => '/workers',
    shows: 'queue',
    act: (page) => page.getByRole('button', { name: /Kill/ }).first().click(),
  },
  {
    name: 'wall',
    path: () => '/wall',
    shows: /Choose terminals/,
    act: async (page, { panes, agentPane }) => {
      const chosen = [panes.editor, agentPane, panes.git, panes.python, panes.monitor, panes.api].filter(
        Boolean,
      );
      const layout = { columns: 'auto', panes: chosen.map((paneId) => ({ host: 'local', paneId })) };
      await page.evaluate(
        `localStorage.setItem('muxwright.wall', ${JSON.stringify(JSON.stringify(layout))})`,
      );
      await page.reload();
      await page.locator('.xterm-rows').nth(4).waitFor();
      await page.waitForTimeout(1_500);
    },
  },
  { name: 'recordings', path: () => '/recordings', shows: 'Deploy of 1.4.0' },
  {
    name: 'player',
    path: ({ recording }) => `/recordings/${recording}?t=3`,
    shows: 'Copy link to this moment',
  },
  {
    name: 'player-search',
    path: ({ recording }) => `/recordings/${recording}?t=3`,
    shows: 'Copy link to this moment',
    act: (page) => page.getByRole('searchbox').fill('healthy'),
  },
  { name: 'metrics', path: () => '/metrics', shows: 'Outcomes' },
  { name: 'palette', path: () => '/', shows: 'reviewer', act: (page) => page.keyboard.press('Control+k') },
  {
    name: 'palette-typed',
    path: () => '/',
    shows: 'reviewer',
    act: async (page) => {
      await page.keyboard.press('Control+k');
      await page.keyboard.type('dep');
    },
  },
  { name: 'tour', path: () => '/tour', shows: 'Start the guided tour' },
  { name: 'no-run', path: () => '/runs/nothing-like-that', shows: /nothing-like-that/ },
  { name: 'no-pane', path: () => '/pane?target=%2599', shows: 'Pane not found' },
  { name: 'no-page', path: () => '/nothing', shows: /Page not found/ },
  {
    name: 'tour-going',
    path: () => '/tour',
    shows: 'Start the guided tour',
    act: async (page) => {
      await page.getByRole('button', { name: 'Start the guided tour' }).click();
      await page.getByRole('button', { name: /What is your name/ }).click();
    },
  },
];

const empty = (name: string, path: string, shows: string | RegExp): Shot => ({
  name: `empty-${name}`,
  path: () => path,
  shows,
});

/** Where nothing runs yet. */
export const emptyShots: readonly Shot[] = [
  empty('overview', '/', /tour/i),
  empty('inbox', '/inbox', /Nothing needs your answer/),
  empty('runs', '/runs', /run/i),
  empty('agents', '/agents', /No agent/),
  empty('workers', '/workers', /worker/i),
  empty('wall', '/wall', /Nothing on the wall/),
  empty('recordings', '/recordings', /No recordings yet/),
  empty('metrics', '/metrics', /Nothing to count/),
];

/** For a browser that the server does not know. */
export const strangerShots: readonly Shot[] = [
  { name: 'signed-out', path: () => '/', shows: 'You are signed out' },
];

/** What the README and the guide show. */
export const readmePictures = [
  { shot: 'overview', theme: 'dark', name: 'overview.png' },
  { shot: 'overview', theme: 'light', name: 'overview-light.png' },
  { shot: 'inbox', theme: 'dark', name: 'inbox.png' },
  { shot: 'run-asking', theme: 'dark', name: 'run.png' },
  { shot: 'runs', theme: 'dark', name: 'runs.png' },
  { shot: 'wall', theme: 'dark', name: 'wall.png' },
  { shot: 'player', theme: 'dark', name: 'player.png' },
] as const;
