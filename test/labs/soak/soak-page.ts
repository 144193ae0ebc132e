import { growthOf, type Measure, NOISE_SHARE, NOISE_TIMES } from './growth.js';
import { measures, type Sample } from './measures.js';
import type { SoakReport } from './run-soak.js';

/** The page of docs/labs about a run of the lab. */
export function soakPage({ samples, counts, failures, left }: SoakReport): string {
  const minutes = (samples.at(-1)?.seconds ?? 0) / 60;
  const rows = measures.map((measure) => row(measure, samples));
  const grown = rows.filter(({ isSteady }) => isSteady).length;
  const jobs = Object.entries(counts).map(([kind, done]) => `${done.toLocaleString('en-US')} ${kind}`);
  const failed = Object.entries(failures);
  return `# Soak lab

Made by \`npm run lab -- soak --write\`. A library process and \`mux serve\` share one tmux server and one store. The library
process starts runs that ask and are answered, reads the events of runs, records runs, spawns and kills workers, and makes
and kills chat sessions, all at the same time and without pauses. HTTP clients list, make and kill chat sessions, and open
and leave streams of events. Ended runs are pruned to 30, so that whatever grows is a leak. Every 10 seconds both processes
collect their garbage and report their heap.

${minutes.toFixed(0)} minutes, ${samples.length} samples. Jobs: ${jobs.join(', ')}. **${grown} of ${measures.length} values grow steadily, ${failed.reduce((sum, [, times]) => sum + times, 0)} jobs failed, ${left.length} sessions are left.**

![The values over time, each relative to its highest](soak.svg)

| value | start | 1/4 | 1/2 | 3/4 | end | slope for each hour, last two thirds | grows steadily |
| ----- | ----: | --: | --: | --: | --: | -----------------------------------: | -------------- |
${rows.map(({ text }) => text).join('\n')}

The rule: a line by least squares is laid through the samples of the last two thirds. The value grows steadily if the line
rises by more than ${NOISE_SHARE * 100}% of the median, by more than ${NOISE_TIMES} times the median distance of the samples from the line, and
by more than a fixed amount: ${measures
    .filter(({ most }) => most === undefined)
    .map(({ name, noise, unit }) => `${noise}${unit && ` ${unit}`} for ${name}`)
    .join(', ')}. The store keeps the last 20,000 events and 100,000 audit entries, and
may grow up to 96 MB with them.
${failed.length > 0 ? `\nWhat failed:\n\n${failed.map(([what, times]) => `- ${times} × ${what}`).join('\n')}\n` : ''}`;
}

/** The samples of one value, by the hour. */
export function series(samples: readonly Sample[], { key }: Measure): [number, number][] {
  return samples.map(({ seconds, values }) => [seconds / 3_600, values[key] ?? 0]);
}

function row(measure: Measure, samples: readonly Sample[]): { text: string; isSteady: boolean } {
  const points = series(samples, measure);
  const { slope, isSteady } = growthOf(measure, points);
  const at = (part: number): string =>
    shown(measure, points[Math.round(part * (points.length - 1))]?.[1] ?? 0);
  const cells = [0, 0.25, 0.5, 0.75, 1].map(at);
  const name = measure.unit === '' ? measure.name : `${measure.name}, ${measure.unit}`;
  const text = `| ${[name, ...cells, shown(measure, slope), isSteady ? '**yes**' : 'no'].join(' | ')} |`;
  return { text, isSteady };
}

function shown({ unit }: Measure, value: number): string {
  return value.toFixed(unit === '' ? 0 : 1);
}
