import type { ConversationRules, Profile } from '../panes/index.js';
import type { FrameSource } from './conversation-frame.js';
import { guessRules } from './guess-rules.js';

/** The rules for a pane: those of the profile, or what can be told from the screen itself. */
export class RulesOfPane {
  readonly #profile: Profile;
  #guess: ConversationRules | undefined;

  constructor(profile: Profile) {
    this.#profile = profile;
  }

  /** Whether they are guessed, because the profile has none. */
  get guessed(): boolean {
    return this.#profile.conversation === undefined;
  }

  at(source: FrameSource): ConversationRules {
    if (this.#profile.conversation) return this.#profile.conversation;
    this.#guess = guessRules(source, this.#guess);
    return this.#guess;
  }
}
