/** A choice that the screen offers. */
export interface AnswerOption {
  readonly number?: number | undefined;
  readonly label: string;
  readonly selected?: boolean | undefined;
}

export interface Answer {
  readonly text: string;
  readonly mode: 'text' | 'option' | 'other';
  readonly secret: boolean;
}

/** What names an option for the server: its number where it has one. */
export function optionText({ number, label }: AnswerOption): string {
  return number === undefined ? label : String(number);
}
