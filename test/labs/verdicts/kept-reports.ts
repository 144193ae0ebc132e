import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { allPrograms } from './programs/index.js';
import type { PlaceReport } from './try-programs.js';

/** Programs have functions and expressions in them, and travel by their names. */
export function writeReport(file: string, report: PlaceReport): void {
  const text = JSON.stringify(report, (key, value) => (key === 'program' ? value.name : value));
  writeFileSync(file, text);
}

/** Without programs that are not in the lab any more. */
export function readReport(file: string): PlaceReport {
  const report = JSON.parse(readFileSync(file, 'utf8'), (key, value) => {
    return key === 'program' ? allPrograms.find(({ name }) => name === value) : value;
  }) as PlaceReport;
  return { ...report, observations: report.observations.filter(({ program }) => program !== undefined) };
}

/**
 * The reports of several calls, each place in a file of its own. Programs that were tried again replace those of before.
 */
export class KeptReports {
  readonly #folder: string;

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    this.#folder = folder;
  }

  find(place: string): PlaceReport | undefined {
    const file = this.#file(place);
    return existsSync(file) ? readReport(file) : undefined;
  }

  add(place: string, report: PlaceReport): PlaceReport {
    const again = new Set([...report.observations, ...report.notTried].map(({ program }) => program));
    const before = this.find(place);
    const isOld = ({ program }: { readonly program: unknown }): boolean => !again.has(program as never);
    const merged = {
      place: report.place,
      observations: [...(before?.observations.filter(isOld) ?? []), ...report.observations],
      notTried: [...(before?.notTried.filter(isOld) ?? []), ...report.notTried],
    };
    writeReport(this.#file(place), merged);
    return merged;
  }

  #file(place: string): string {
    return `${this.#folder}/${place}.json`;
  }
}
