import type { HostOptions } from '../../src/hosts/host-options.js';
import type { OpenStoreOptions } from '../../src/store/open-store.js';
import type { Job } from './job.js';

/** How a library process of the suite reaches everything. */
export interface ActorSettings {
  readonly address: string;
  readonly connect: HostOptions & { readonly commandTimeoutMs?: number };
  readonly store: Pick<OpenStoreOptions, 'path' | 'url' | 'machine' | 'keyFile'>;
  readonly logFolder: string;
  readonly programs: string;
  readonly truth: string;
}

/** What a library process is told to do, a line of JSON each. At the end of its input it closes and exits. */
export type ActorCommand =
  | { readonly do: 'start'; readonly job: Job; readonly recordTo?: string }
  /** Continue a run from a cursor, as its driver or only as a reader. */
  | {
      readonly do: 'take';
      readonly job: Job;
      readonly run: string;
      readonly cursor: number;
      readonly drive: boolean;
      /** Questions that were answered for certain, and the one of which nobody knows. */
      readonly answered: readonly number[];
      readonly pending?: number;
    }
  | { readonly do: 'chat'; readonly chat: string; readonly text: string };

/** What it says, a line of JSON each, before it takes the next step. */
export type ActorMessage =
  | { readonly at: 'ready' }
  | { readonly at: 'started'; readonly job: string; readonly run: string }
  | {
      readonly at: 'output';
      readonly job: string;
      readonly cursor: number;
      readonly lines: readonly string[];
    }
  | { readonly at: 'answering' | 'answered'; readonly job: string; readonly question: number }
  | {
      readonly at: 'exit';
      readonly job: string;
      readonly code: number;
      readonly lost: boolean;
      readonly source: string;
    }
  | { readonly at: 'recorded'; readonly job: string }
  | { readonly at: 'chatted'; readonly chat: string; readonly text: string }
  | { readonly at: 'gave-up'; readonly what: string; readonly job?: string }
  | {
      readonly at: 'error';
      readonly doing: string;
      readonly job?: string;
      readonly code: string;
      readonly message: string;
    };
