/** A number that the server exposes at `/metrics`. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Reads Prometheus' text format. Lines that are something else are left out. */
export function readPrometheus(text: string): readonly Sample[] {
  return text.split('\n').flatMap((line): Sample[] => {
    const [, name, labels = '', value] = SAMPLE.exec(line) ?? [];
    if (name === undefined || value === undefined) return [];
    return [{ name, labels: readLabels(labels), value: numberOf(value) }];
  });
}

const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})?\s+(\S+)(?:\s+\d+)?$/;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g;

function readLabels(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...text.matchAll(LABEL)].map(([, name, value]) => [name, unescaped(value ?? '')]),
  );
}

function unescaped(value: string): string {
  return value.replaceAll(/\\(.)/g, (_, letter: string) => (letter === 'n' ? '\n' : letter));
}

function numberOf(text: string): number {
  if (text === '+Inf') return Number.POSITIVE_INFINITY;
  if (text === '-Inf') return Number.NEGATIVE_INFINITY;
  return Number(text);
}

/** The sum of all samples of a name; undefined if no sample exists. */
export function total(samples: readonly Sample[], name: string): number | undefined {
  const values = samples.filter((sample) => sample.name === name).map(({ value }) => value);
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0);
}
