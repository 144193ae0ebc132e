/** A program of the workload: what it prints, asks and ends with follows from these numbers. */
export interface Job {
  readonly name: string;
  readonly seed: number;
  readonly lines: number;
  /** Lines between two pauses. */
  readonly burst: number;
  readonly pauseSeconds: number;
  readonly questions: number;
  /** Whether the terminal shows what is typed. */
  readonly echo: boolean;
  readonly code: number;
}

/** The lines of the job's log, if every question was answered as it should be. */
export function expectedLines(job: Job): string[] {
  const lines: string[] = [];
  let x = job.seed;
  for (let i = 1, asked = 0; i <= job.lines; i++) {
    x = (x * 16807) % 2147483647;
    lines.push(lineOf(job.name, i, x));
    if (asked < job.questions && i === Math.floor((job.lines * (asked + 1)) / (job.questions + 1))) {
      lines.push(`${questionText(job, asked)}${job.echo ? answerText(job, asked) : ''}`);
      asked += 1;
    }
  }
  return lines;
}

/** What the program asks, as it stands on the screen. */
export function questionText({ name }: Pick<Job, 'name'>, question: number): string {
  return `Question ${question} of ${name}? `;
}

/** The only right answer to a question. */
export function answerText({ name, seed }: Pick<Job, 'name' | 'seed'>, question: number): string {
  return `a${question}-${name}-${(seed * (question + 1)) % 9973}`;
}

/** Which question of the job a prompt is, and what has been typed behind it. */
export function questionIn(
  prompt: string | undefined,
  job: Pick<Job, 'name'>,
): { readonly question: number; readonly typed: string } | undefined {
  const found = new RegExp(`Question (\\d+) of ${job.name}\\? ?(.*)$`).exec(prompt ?? '');
  return found ? { question: Number(found[1]), typed: (found[2] ?? '').trim() } : undefined;
}

/** The argv that runs it. */
export function jobCommand(
  job: Job,
  folders: { readonly programs: string; readonly truth: string },
): string[] {
  const { name, seed, lines, burst, pauseSeconds, questions, echo, code } = job;
  const numbers = [seed, lines, burst, pauseSeconds, questions].map(String);
  return [
    'sh',
    `${folders.programs}/program.sh`,
    name,
    ...numbers,
    echo ? 'on' : 'off',
    String(code),
    folders.truth,
  ];
}

function lineOf(name: string, i: number, x: number): string {
  const plain = `${name} ${i} ${x}`;
  switch (x % 16) {
    case 0:
      return `${plain} \u001b[1mbold\u001b[0m`;
    case 1:
      return `${plain} grüße ☃ 漢字`;
    case 2:
      return `${plain} ${'7'.padStart(240, '0')}`;
    case 3:
      return `${plain}\ttab\t`;
    case 4:
      return '';
    default:
      return plain;
  }
}
