import type { LabProgram } from './lab-program.js';
import { type LabPlace, type Observation, type ObserveOptions, observeProgram } from './observe-program.js';

export interface PlaceReport {
  readonly place: string;
  readonly observations: readonly Observation[];
  /** Programs that this place cannot run, and why. */
  readonly notTried: readonly { readonly program: LabProgram; readonly why: string }[];
}

export interface PlaceTraits {
  readonly name: string;
  readonly user: 'root' | 'user';
  readonly container: boolean;
  /** What is there besides programs: `npm-packages`, `docker-container`. */
  readonly provided: readonly string[];
}

/** Tries programs, a few at the same time. */
export async function tryPrograms(
  place: LabPlace,
  traits: PlaceTraits,
  programs: readonly LabProgram[],
  options: ObserveOptions & { readonly atOnce: number; readonly done?: (observation: Observation) => void },
): Promise<PlaceReport> {
  const missing = await missingPrograms(place, programs);
  const notTried: { program: LabProgram; why: string }[] = [];
  const observations: Observation[] = [];
  const queue = programs.entries();
  const work = async (): Promise<void> => {
    for (const [number, program] of queue) {
      const why = reasonNotToTry(program, traits, missing);
      if (why) {
        notTried.push({ program, why });
        continue;
      }
      const observation = await observeProgram(place, program, number, options).catch((error: Error) =>
        failed(program, error),
      );
      observations.push(observation);
      options.done?.(observation);
    }
  };
  await Promise.all(Array.from({ length: options.atOnce }, work));
  const order = (program: LabProgram): number => programs.indexOf(program);
  observations.sort((a, b) => order(a.program) - order(b.program));
  return { place: traits.name, observations, notTried };
}

function reasonNotToTry(program: LabProgram, traits: PlaceTraits, missing: ReadonlySet<string>): string {
  if (program.only && program.only !== traits.user)
    return `only for ${program.only === 'root' ? 'root' : 'an ordinary user'}`;
  if (program.notIn === 'container' && traits.container) return 'not in a container';
  const absent = program.needs.filter((name) => missing.has(name) && !traits.provided.includes(name));
  return absent.length > 0 ? `${absent.join(', ')} not installed` : '';
}

function failed(program: LabProgram, error: Error): Observation {
  const problems = [`did not get into its state: ${error.message.split('\n')[0]}`];
  return {
    program,
    followed: [],
    asked: [],
    prompts: 0,
    problems,
    settledMs: undefined,
    wrongCertain: false,
  };
}

async function missingPrograms({ tmux }: LabPlace, programs: readonly LabProgram[]): Promise<Set<string>> {
  const names = [...new Set(programs.flatMap(({ needs }) => needs))];
  const { stdout } = await tmux.host.script(
    'for n; do command -v "$n" > /dev/null || echo "$n"; done',
    names,
  );
  return new Set(stdout.toString().split('\n').filter(Boolean));
}
