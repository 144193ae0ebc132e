import type { TreeRole } from '../../screen/index.js';
import type { MouseButton, Point } from '../input/mouse.js';
import type { Secret } from '../secret.js';

/** What a test does with its terminal. */
export type Action =
  | { readonly kind: 'press'; readonly keys: readonly string[] }
  | { readonly kind: 'type' | 'fill'; readonly text: string | Secret }
  | { readonly kind: 'select'; readonly element: ElementQuery }
  | {
      readonly kind: 'click';
      readonly target: ElementQuery | TextQuery | undefined;
      readonly at: Point;
      readonly button: MouseButton;
    }
  | {
      readonly kind: 'wheel';
      readonly direction: 'up' | 'down';
      readonly at: Point;
      readonly times: number;
    }
  | { readonly kind: 'resize'; readonly size: readonly [columns: number, rows: number] };

/** What a test waits for. */
export type Wait =
  | { readonly kind: 'role'; readonly element: ElementQuery }
  | { readonly kind: 'text'; readonly text: TextQuery; readonly isNew?: boolean }
  | { readonly kind: 'gone'; readonly text: TextQuery }
  | { readonly kind: 'title'; readonly title: string }
  | { readonly kind: 'exit'; readonly code: number | undefined };

export interface ElementQuery {
  readonly role: TreeRole;
  readonly name: string;
  readonly exact?: boolean;
  readonly focused?: boolean;
}

export interface TextQuery {
  readonly text: string;
  readonly exact?: boolean;
}

/** One thing that was done, and what shows that it has worked. */
export interface CodegenStep {
  /** The same in several forms, the best first. */
  readonly forms: readonly Action[];
  /** What may be waited for afterwards, the best first. */
  readonly waits: readonly Wait[];
}

/** A session as a test would do it. */
export interface TestPlan {
  /** What may be waited for before the first action. */
  readonly begin: readonly Wait[];
  readonly steps: readonly CodegenStep[];
  /** How the program ended; undefined where it was left running. */
  readonly exit: Wait | undefined;
  /** What could not be taken over. */
  readonly notes: readonly string[];
}
