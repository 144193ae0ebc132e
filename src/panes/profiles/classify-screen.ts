import {
  type BoxKind,
  dialogQuestion,
  type FoundInput,
  findInput,
  findMenu,
  type InputBox,
  isBlankRow,
  isLineKind,
  type Menu,
  type Question,
  type StyledScreen,
  screenQuestion,
} from '../../screen/index.js';
import { findCompletions } from './completions.js';
import { fittingRow } from './fitting-row.js';
import { isLiveInput } from './live-input.js';
import { firstMatch } from './match-rule.js';
import type { Confidence, Profile, ScreenState } from './profile-shape.js';
import { queuedMessages } from './queued-messages.js';
import type { Seen } from './seen.js';

export type { ScreenState } from './profile-shape.js';

/** What the screen of an agent shows. */
export interface AgentScreen {
  readonly state: ScreenState;
  /** Which rule said so and what it saw, for people: "permission: row 31 'Do you want to proceed?'" */
  readonly evidence: string;
  readonly confidence: Confidence;
  /** `undefined`: no place for text was found (a dialog is in front, or nothing is known about the program). */
  readonly input: InputBox | undefined;
  /** How the place for text was found. */
  readonly found?: BoxKind;
  /** The choices of a dialog. */
  readonly menu: Menu | undefined;
  /** What is asked, where something is. */
  readonly question?: Question;
  /** Messages that a busy agent has queued, as far as the screen shows them. */
  readonly queued: readonly string[];
  /** Completions offered for what is being typed: Enter takes one of them instead of submitting. */
  readonly completions?: Menu;
  /** The row that says that Enter is carried out later, or has to be pressed again then: the program still starts. */
  readonly keepsEnter?: string;
}

/**
 * Classifies a screen by the rules of a profile. If no rule matches, the state is `unknown`: a box that looks
 * empty does not prove that the agent is idle.
 *
 * @example
 * const { state, menu } = classifyScreen(profile, await pane.styledScreen());
 * if (state === 'permission') console.log(menu?.title, menu?.options);
 */
export function classifyScreen(profile: Profile, screen: StyledScreen): AgentScreen {
  const seen = byRules(profile, screen);
  if (!profile.guard) return seen;
  const careful = byRules(profile.guard, screen);
  if (asksSomething(careful.state) && !asksSomething(seen.state)) return careful;
  return seen.confidence === 'certain' ? { ...seen, confidence: 'likely' } : seen;
}

function byRules(profile: Profile, screen: StyledScreen): AgentScreen {
  if (screen.dead) return nothing('the program of the pane has ended');
  if (screen.rows.every(isBlankRow)) return nothing('the screen is empty');
  const { input, menu } = inFront(profile, screen);
  const completions = isBox(input) ? findCompletions(profile, screen, input.box) : undefined;
  const seen = { screen, input, menu };
  const found = firstMatch(profile.rules, seen);
  const state = found?.rule.state ?? 'unknown';
  const keepsEnter = input && keepingRow(profile, seen);
  const queued = profile.queued.filter(({ sure }) => sure || state === 'working');
  return {
    state,
    evidence: found ? `${state}: ${found.evidence}` : 'no rule of the profile fits',
    confidence: found?.rule.confidence ?? 'guess',
    input: input?.box,
    ...(input && { found: input.place.kind }),
    menu,
    queued: input ? queuedMessages(queued, screen, input.box) : [],
    ...(asksSomething(state) && { question: menu ? dialogQuestion(screen, menu) : screenQuestion(screen) }),
    ...(completions && { completions }),
    ...(keepsEnter !== undefined && { keepsEnter }),
  };
}

/** The place for text or the dialog, whichever takes the keys. A list above a box that takes them is history. */
function inFront(profile: Profile, screen: StyledScreen): Pick<Seen, 'input' | 'menu'> {
  const input = findInput(screen, profile.input);
  if (!isBox(input)) return { input, menu: dialogMenu(profile, screen, input) };
  if (profile.input.detect === 'any' && !input.place.marker) {
    // A line to write on may be one of the choices.
    const { firstRow, lastRow } = input.box;
    const menu = findMenu(screen, profile.menu);
    if (menu?.options.some(({ row }) => row >= firstRow && row <= lastRow)) return { input: undefined, menu };
  }
  if (isLiveInput(screen, input)) return { input, menu: undefined };
  const hidden = { input: undefined, menu: dialogMenu(profile, screen, undefined) };
  const asking = profile.rules.filter(({ state }) => asksSomething(state));
  return firstMatch(asking, { screen, ...hidden }) ? hidden : { input, menu: undefined };
}

function asksSomething(state: ScreenState): boolean {
  return state === 'permission' || state === 'question';
}

function nothing(evidence: string): AgentScreen {
  return { state: 'unknown', evidence, confidence: 'guess', input: undefined, menu: undefined, queued: [] };
}

function keepingRow({ keepsEnter }: Profile, seen: Seen): string | undefined {
  const row = keepsEnter.map((each) => fittingRow(each, seen)).find((each) => each !== undefined);
  return row === undefined ? undefined : seen.screen.rows[row]?.trim();
}

/** Whether the input is a separate box. Nothing can be in front of a box that contains the cursor. */
function isBox(input: FoundInput | undefined): input is FoundInput {
  return input !== undefined && !isLineKind(input.place.kind);
}

/** The list of a dialog. With an ordinary prompt it is right under the prompt, which asks about it. */
function dialogMenu(profile: Profile, screen: StyledScreen, input: FoundInput | undefined): Menu | undefined {
  const { pointers } = profile.menu;
  if (!input) return findMenu(screen, { pointers });
  const { lastRow } = input.box;
  const menu = findMenu(screen, { pointers, fromRow: lastRow + 1 });
  return (menu?.options[0]?.row ?? 0) <= lastRow + 3 ? menu : undefined;
}
