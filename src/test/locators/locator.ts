import type { TreeRole } from '../../screen/index.js';
import { type FillOptions, fillText, type InputContext, pressKeys } from '../input/keyboard.js';
import { type ClickOptions, clickMouse, turnWheel, type WheelOptions } from '../input/mouse.js';
import { selectElement } from '../input/select-option.js';
import type { InputOptions } from '../input/send-input.js';
import type { Secret } from '../secret.js';
import { sourceLine } from '../source-line.js';
import type { Receipt } from '../terminal/action-record.js';
import type { TerminalState } from '../terminal/terminal-state.js';
import { byRegion, byRow, type RegionQuery } from './by-region.js';
import { byRole, type RoleOptions } from './by-role.js';
import { byStyle } from './by-style.js';
import { byText, checkPattern, type TextOptions } from './by-text.js';
import type { LocatorKind } from './locator-kind.js';
import { LocatorQuery } from './locator-query.js';
import type { StyleQuery } from './style-query.js';

/** What locators are made from: a terminal, or another locator, in whose matches they look. */
export abstract class LocatorSource {
  /** @internal */
  readonly state: TerminalState;
  /** @internal */
  readonly query: LocatorQuery;

  /** @internal */
  constructor(state: TerminalState, query: LocatorQuery) {
    this.state = state;
    this.query = query;
  }

  /** @internal One that finds things of a kind. */
  locate(kind: LocatorKind): Locator {
    return new Locator(this.state, this.query.narrow(kind));
  }

  /**
   * Text, as it stands on the screen.
   *
   * @example
   * await terminal.getByText('Save').click();
   */
  getByText(text: string | RegExp, options: TextOptions = {}): Locator {
    return this.locate(byText(text, options));
  }

  /**
   * Text side by side that looks so.
   *
   * @example
   * await expect(terminal.getByStyle({ reverse: true })).toHaveText('readme');
   */
  getByStyle(style: StyleQuery): Locator {
    return this.locate(byStyle(style));
  }

  /**
   * Elements by what they are for: dialogs, lists and their options, fields, buttons, checkboxes, tables.
   *
   * @example
   * await terminal.getByRole('option', { name: 'Vue' }).select();
   */
  getByRole(role: TreeRole, options: RoleOptions = {}): Locator {
    return this.locate(byRole(role, options));
  }

  /**
   * A part: rows and columns from the first to the last, or the inside of a box by its title.
   *
   * @example
   * const files = terminal.region({ title: 'Left panel' });
   */
  region(query: RegionQuery): Locator {
    return this.locate(byRegion(query));
  }

  /** One row, from 0; -1 is the last one. */
  row(row: number): Locator {
    return this.locate(byRow(row));
  }
}

/**
 * Things on the screen of a terminal, found again at each look. An input or a matcher that needs one thing fails where it
 * finds several, and lists them.
 */
export class Locator extends LocatorSource {
  /** How it reads in messages. */
  override toString(): string {
    return this.query.description;
  }

  /** Those that `other` means, too. */
  and(other: Locator): Locator {
    return this.#derive(this.query.and(other.query));
  }

  /** Those of both. */
  or(other: Locator): Locator {
    return this.#derive(this.query.or(other.query));
  }

  /** Those that have, or do not have, a text or something that another locator means. */
  filter(by: {
    readonly hasText?: string | RegExp;
    readonly hasNotText?: string | RegExp;
    readonly has?: Locator;
    readonly hasNot?: Locator;
  }): Locator {
    const { has, hasNot, ...texts } = by;
    return this.#derive(
      this.query.filter({
        ...texts,
        ...(has && { has: has.query }),
        ...(hasNot && { hasNot: hasNot.query }),
      }),
    );
  }

  /** One of several, from 0; negative numbers count from the last. */
  nth(index: number): Locator {
    return this.#derive(this.query.nth(index));
  }

  first(): Locator {
    return this.nth(0);
  }

  last(): Locator {
    return this.nth(-1);
  }

  /** Those that lie in what `other` means. */
  within(other: Locator): Locator {
    return this.#derive(this.query.within(other.query));
  }

  /** Those behind the first match of a text or locator, in reading order. */
  after(anchor: string | RegExp | Locator): Locator {
    return this.#derive(this.query.after(anchorQuery('after', anchor)));
  }

  /** Those in front of the first match of a text or locator. */
  before(anchor: string | RegExp | Locator): Locator {
    return this.#derive(this.query.before(anchorQuery('before', anchor)));
  }

  /** How many there are now. */
  async count(): Promise<number> {
    return (await this.allTexts()).length;
  }

  /** The texts of all that there are now. */
  async allTexts(): Promise<string[]> {
    const grid = this.state.grid(await this.state.screen());
    return this.query.locate(grid).matches.map(({ place }) => this.state.hidden.text(grid.text(place)));
  }

  /** Clicks on its middle. */
  click(options: ClickOptions = {}): Promise<Receipt> {
    return clickMouse(this.#context(), options);
  }

  /** Turns the wheel over its middle. */
  wheel(direction: 'up' | 'down', options: WheelOptions = {}): Promise<Receipt> {
    return turnWheel(this.#context(), direction, options);
  }

  /** Presses keys while it is on the screen: tmux checks that in the step in which it sends the first one. */
  press(...keys: string[]): Promise<Receipt[]> {
    return pressKeys(this.#context(), keys, {});
  }

  /**
   * Brings the highlight to an element that `getByRole` has found, one key at a time, and presses Enter there, or Space on a
   * checkbox or radio button.
   */
  select(options: InputOptions = {}): Promise<Receipt> {
    return selectElement(this.#context(), options);
  }

  /** Fills in a text while it is on the screen. */
  fill(text: string | Secret, options: FillOptions & InputOptions = {}): Promise<Receipt> {
    return fillText(this.#context(), text, options);
  }

  #derive(query: LocatorQuery): Locator {
    return new Locator(this.state, query);
  }

  #context(): InputContext {
    return { state: this.state, source: sourceLine(), target: this.query };
  }
}

function anchorQuery(method: string, anchor: string | RegExp | Locator): LocatorQuery {
  if (anchor instanceof Locator) return anchor.query;
  checkPattern(method, anchor);
  return new LocatorQuery().narrow(byText(anchor));
}
