export function numberedLines(count: number): string {
  return Array.from({ length: count }, (_, index) => `line ${index + 1}`).join('\n');
}

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
