/** Whether a label is what a person decides when a program asks for leave: `Allow once`, `No, and tell it why`. */
export function isDecision(label: string): boolean {
  return decision.test(label.trim());
}

const decision =
  /^(?:yes|no|ok|okay|allow|deny|approve|reject|accept|decline|refuse|proceed|continue|confirm|cancel|abort|always|never|once|skip|run|execute|trust|don['’]t|do not|dismiss|grant|permit|block|stop|quit|exit|apply|discard|save|submit)(?![\p{L}\p{N}-])/iu;

/** Whether a row names keys that answer a dialog: `enter confirm`, `Esc to cancel`, `↑/↓ to navigate`. */
export function namesAnswerKeys(row: string): boolean {
  return !isWork.test(row) && (keyThenVerb.test(row) || verbThenKey.test(row) || arrows.test(row));
}

/** A row of an agent at work tells how to stop it, with the seconds it has taken: `⠇ Thinking... (esc to cancel, 3s)`. */
const isWork = /^\s*[⠁-⣿◐◓◑◒◜◝◞◟]|\b\d+\s?s\b/u;

const verbs =
  '(?:confirm|select|choose|submit|approve|accept|allow|proceed|continue|run|apply|pick|cancel|dismiss|reject|deny|decline|close|exit|quit|go back|back|navigate|toggle|insert|move|view|open|switch|set|use)';
const keyThenVerb = new RegExp(
  `(?:(?<![+-])\\b(?:enter|return|space|esc|escape|tab|arrows?|arrow keys|up/down|ctrl[+-]\\w)|[⏎↵⇆⇥])[\\])>]?\\s*(?:[:=-]\\s*)?(?:(?:to|or|and) )?(?:\\S+ ){0,2}?${verbs}\\b`,
  'iu',
);
const verbThenKey = new RegExp(
  `\\b${verbs}\\b[^.]{0,24}?\\b(?:with|by|using|press(?:ing)?)\\b[^.]{0,16}\\b(?:enter|return|esc|escape|space|number keys|arrow keys)\\b`,
  'iu',
);
const arrows =
  /[↑↓][/ ·,+]*[↑↓]|\b(?:arrow|cursor) keys\b|[←→]\s?\/\s?[←→]|[↑↓←→] (?:to )?(?:move|select|choose|navigate|scroll)/iu;
