/** A regular expression in a form that can be kept. */
export interface PatternText {
  readonly source: string;
  readonly flags: string;
}

export function patternText({ source, flags }: RegExp): PatternText {
  return { source, flags };
}

export function toPattern({ source, flags }: PatternText): RegExp {
  return new RegExp(source, flags);
}
