import type { Output } from '../../api/operations.js';
import { type Query, useQuery } from '../../api/query.js';

export type HostTree = Output<'pane.list'>;
export type SessionNode = HostTree['sessions'][number];
export type WindowNode = SessionNode['windows'][number];
export type PaneNode = WindowNode['panes'][number];

/** What runs in the tmux server of a host, as it is now. */
export function useHostTree(host: string): Query<HostTree> {
  return useQuery('pane.list', { host }, { on: ['sessions'] });
}
