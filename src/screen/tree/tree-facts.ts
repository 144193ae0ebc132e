import type { TerminalModes } from '../../vt/index.js';
import type { InputHints } from '../box-place.js';
import type { StyledScreen } from '../styled-screen.js';
import type { TreeRole } from './tree-node.js';

/** What is known about a screen beside its cells. */
export interface TreeFacts {
  /** Name of the program in the foreground, such as `vim`: it chooses a profile. */
  readonly program?: string | undefined;
  /** How its elements look (default: the profile of `program`, if one is known). */
  readonly profile?: ProgramTreeProfile | undefined;
  /** What the kernel says: what the program reads, or that it runs (default: unknown). */
  readonly kind?: 'line' | 'password' | 'key' | 'running' | undefined;
  readonly modes?: Partial<TerminalModes> | undefined;
  /** What was seen before this screen, the oldest first. */
  readonly changes?: readonly ObservedChange[] | undefined;
}

/** A screen, and the key or the text that was sent to it. */
export interface ObservedChange {
  readonly before: StyledScreen;
  /** A name of tmux, such as `Down`, or what was typed. */
  readonly key: string;
}

/** What is known about the screens of one program. */
export interface ProgramTreeProfile {
  /** Its screens have none of these: what looks like one is text. */
  readonly without?: readonly TreeRole[];
  /** Whether underlined text is a link. */
  readonly underlinesLinks?: boolean;
  readonly input?: Partial<InputHints>;
}
