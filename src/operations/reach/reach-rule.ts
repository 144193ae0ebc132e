import type { Store } from '../../store/index.js';
import type { Confinement } from './confinement.js';
import type { PlaceRef } from './place.js';
import type { Places } from './places.js';

/** What an operation was given, or answers, by the names of its fields. */
export type Fields = Readonly<Record<string, unknown>>;

/** What somebody is shown who may not see everything. */
export interface Viewer {
  readonly confinement: Confinement;
  readonly places: Places;
  readonly store: Store;
}

/** How the limits of a caller hold for an operation. */
export interface ReachRule {
  /** What the operation works on: all of it has to be in reach. */
  at(input: Fields, store: Store): readonly PlaceRef[] | Promise<readonly PlaceRef[]>;
  /** The part of an answer, or of an item of a stream, that is in reach; nothing of an item that is not. */
  shows?(answer: Fields, viewer: Viewer): Promise<Fields | undefined>;
  /** How an answer of which something was left out is filled up, by the name of its list. */
  readonly fills?: { readonly list: string; readonly by: 'cursor' | 'since' | 'limit' };
  /** It works on a tmux server of muxwright's own. */
  readonly ours?: true;
}
