import type { ProfileField } from './profile-field.js';

/** What a row of the screen looks like. Every condition that is given must hold. */
export interface RowRule {
  readonly pattern: RegExp;
  /** Of the first character that is not a space. */
  readonly dim?: boolean;
  /** Of the first character that is not a space. */
  readonly bold?: boolean;
  /**
   * Of the first character that is not a space: the SGR parameters that set its colour, e.g. `34` or `38;5;75`.
   */
  readonly colour?: string;
  /** Whether everything in the row is dim or gray. */
  readonly muted?: boolean;
  /** Whether the row has a distinct background. */
  readonly shaded?: boolean;
  /** Rows above it that go with it. */
  readonly above?: number;
}

/** How the messages of a program are told apart: the `conversation:` section of its profile. */
export interface ConversationRules {
  /** Where a message begins. What the pattern matches is the marker, and no part of the text. */
  readonly user: readonly RowRule[];
  readonly agent: readonly RowRule[];
  readonly tool: readonly RowRule[];
  /** What a tool gave back: the paragraph above it is a tool's, whatever it began with. */
  readonly toolOutput: readonly RowRule[];
  /** What the further rows of a message look like; any other row ends it. */
  readonly continuation: RegExp;
  /** The columns that further rows are indented by. */
  readonly indent: number;
  /** The columns at the right that the program leaves free when it wraps text. */
  readonly margin: number;
  /** The banner, above which nothing belongs to the conversation. */
  readonly start: readonly RowRule[];
  /** What ends a turn: `Worked for 3s`. */
  readonly end: readonly RowRule[];
  /** Rows that are no part of any message. */
  readonly chrome: readonly RowRule[];
  /** On the visible screen: from the first such row on, nothing is part of the conversation. */
  readonly bottom: readonly RowRule[];
  /** Tells that a person has scrolled up in the program. */
  readonly scrolled: readonly RowRule[];
  /**
   * Whether prompts of the user have a shaded row under them. A program that repeats the prompt in the top row, for
   * people who read a long answer, does that without.
   */
  readonly padded: boolean;
  /** Whether every row of a message looks like its first one: rows of one kind that stand together are one message. */
  readonly joined: boolean;
  /** Whether a prompt is one line, and what stands in the next one is the answer, whatever it begins with. */
  readonly lineByLine: boolean;
}

/** What is not said. */
export const conversationDefaults = Object.freeze({
  continuation: /^/u,
  indent: 0,
  margin: 0,
  padded: false,
  joined: false,
  lineByLine: false,
});

/** Reads the `conversation:` section of a profile. */
export function parseConversationRules(field: ProfileField | undefined): ConversationRules | undefined {
  if (!field) return undefined;
  field.only(...ruleFields, 'continuation', 'indent', 'margin', 'padded', 'joined', 'line-by-line');
  const rules = (name: (typeof ruleFields)[number]): readonly RowRule[] =>
    field.get(name)?.list().map(parseRule) ?? [];
  return {
    user: rules('user'),
    agent: rules('agent'),
    tool: rules('tool'),
    toolOutput: rules('tool-output'),
    continuation: field.get('continuation')?.pattern() ?? conversationDefaults.continuation,
    indent: field.get('indent')?.count() ?? conversationDefaults.indent,
    margin: field.get('margin')?.count() ?? conversationDefaults.margin,
    start: rules('start'),
    end: rules('end'),
    chrome: rules('chrome'),
    bottom: rules('bottom'),
    scrolled: rules('scrolled'),
    padded: field.get('padded')?.flag() ?? conversationDefaults.padded,
    joined: field.get('joined')?.flag() ?? conversationDefaults.joined,
    lineByLine: field.get('line-by-line')?.flag() ?? conversationDefaults.lineByLine,
  };
}

const ruleFields = [
  'user',
  'agent',
  'tool',
  'tool-output',
  'start',
  'end',
  'chrome',
  'bottom',
  'scrolled',
] as const;

/** A pattern by itself, or a mapping with conditions. */
function parseRule(field: ProfileField): RowRule {
  if (!field.isMapping()) return { pattern: field.pattern() };
  field.only('pattern', 'dim', 'bold', 'colour', 'muted', 'shaded', 'above');
  const flags = (['dim', 'bold', 'muted', 'shaded'] as const).flatMap((name) => {
    const flag = field.get(name)?.flag();
    return flag === undefined ? [] : [[name, flag]];
  });
  const above = field.get('above')?.count();
  const colour = field.get('colour')?.text();
  return {
    pattern: field.need('pattern').pattern(),
    ...Object.fromEntries(flags),
    ...(colour !== undefined && { colour }),
    ...(above !== undefined && { above }),
  };
}
