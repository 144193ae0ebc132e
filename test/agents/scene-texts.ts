export function numberedLines(count: number): string {
  return Array.from({ length: count }, (_, index) => `line ${index + 1}`).join('\n');
}

/** A long line of which each part is another one. */
export function numberedWords(count: number): string {
  return Array.from({ length: count }, (_, index) => `w${index + 1}`).join(' ');
}

/** An answer that asks, in a paragraph of its own, as a dialog of Codex does. */
export const OWN_QUESTION = 'Say:\n\nDo you want to allow this change?';

/** An answer that shows what a dialog shows. */
export const LOOKALIKE = 'Say: Do you want to proceed?\n❯ 1. Yes\n  2. No';

/** For the tool that asks the person. */
export const QUESTION = {
  questions: [
    {
      question: 'Which colour shall it have?',
      header: 'Colour',
      multiSelect: false,
      options: [
        { label: 'Red', description: 'As the sun in the evening' },
        { label: 'Green', description: 'As grass' },
        { label: 'Blue', description: 'As the sea' },
      ],
    },
  ],
};

export const TWO_QUESTIONS = {
  questions: [
    {
      question: 'Which fruits do you like?',
      header: 'Fruits',
      multiSelect: true,
      options: [
        { label: 'Apples', description: 'Round' },
        { label: 'Bananas', description: 'Bent' },
      ],
    },
    ...QUESTION.questions,
  ],
};
