import type { Measure } from './growth.js';

/** What is sampled. The noise of a heap is mostly compiled code, which is part of it and comes with time. */
export const measures: readonly Measure[] = [
  { key: 'serverHeap', name: 'heap of `mux serve`', unit: 'MB', noise: 3 },
  { key: 'serverRss', name: 'RSS of `mux serve`', unit: 'MB', noise: 15 },
  { key: 'serverFiles', name: 'descriptors of `mux serve`', unit: '', noise: 10 },
  { key: 'libraryHeap', name: 'heap of the library process', unit: 'MB', noise: 3 },
  { key: 'libraryRss', name: 'RSS of the library process', unit: 'MB', noise: 15 },
  { key: 'libraryFiles', name: 'descriptors of the library process', unit: '', noise: 10 },
  // 20,000 events and 100,000 audit entries are kept, and their room is used again.
  { key: 'store', name: 'store', unit: 'MB', noise: 1, most: 96 },
  { key: 'wal', name: 'WAL of the store', unit: 'MB', noise: 2 },
  { key: 'tmuxRss', name: 'RSS of tmux', unit: 'MB', noise: 4 },
  { key: 'clients', name: 'tmux clients', unit: '', noise: 3 },
];

/** One moment of the soak lab. */
export interface Sample {
  readonly seconds: number;
  readonly values: Readonly<Record<string, number>>;
}
