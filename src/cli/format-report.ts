import type { CheckStatus, DoctorCheck } from '../operations/index.js';
import { printable, type Style, type StyleName } from './style.js';
import { wrapped } from './text/wrapped.js';

/** A report as it was made, or as JSON has it. */
export interface ShownReport {
  readonly ready: boolean;
  readonly checks: readonly ShownCheck[];
}

type ShownCheck = Omit<DoctorCheck, 'fix' | 'facts'> & {
  readonly fix?: string | undefined;
  readonly facts?: DoctorCheck['facts'] | undefined;
};

/** The whole report: a line for each check, and below it what to do where something is to be done. */
export function formatReport(report: ShownReport, style: Style, width?: number): string {
  const lines = checkLines(report.checks, style, width);
  return `${lines.join('\n')}\n\n${conclusion(report, style)}\n`;
}

/** The report in short: what is fine on one line, the rest as in the whole report. */
export function formatShortReport(report: ShownReport, style: Style, width?: number): string {
  const fine = report.checks.filter(({ status }) => status === 'ok');
  const rest = report.checks.filter(({ status }) => status !== 'ok');
  const lines = [`${statusWord('ok', style)}  ${summary(fine)}`, ...checkLines(rest, style, width)];
  return `${lines.join('\n')}\n`;
}

/** `Node.js 20.9.0, tmux 3.3a and 7 more`: what has a version is of interest. */
function summary(checks: readonly ShownCheck[]): string {
  const programs = checks.flatMap(({ title, facts }) => {
    const version = facts?.version;
    return typeof version === 'string' ? [`${title} ${version.replace(/^OpenSSH_| .*/g, '')}`] : [];
  });
  const more = checks.length - programs.length;
  return programs.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function checkLines(checks: readonly ShownCheck[], style: Style, terminal: number | undefined): string[] {
  const width = Math.max(0, ...checks.map(({ title }) => title.length));
  const left = STATUS_WIDTH + 2 + width + 2;
  return checks.flatMap(({ status, title, detail, fix }) => {
    const text = wrapped(printable(detail), left, terminal);
    const line = `${statusWord(status, style)}  ${title.padEnd(width)}  ${text}`;
    // Not wrapped, because it may be a command to copy.
    return fix === undefined ? [line] : [line, `${' '.repeat(left)}${style.dim('→')} ${printable(fix)}`];
  });
}

const STATUS_WIDTH = 'warning'.length;

const statusStyle: Readonly<Record<CheckStatus, StyleName>> = {
  ok: 'green',
  warning: 'yellow',
  missing: 'red',
  failed: 'red',
  absent: 'dim',
};

function statusWord(status: CheckStatus, style: Style): string {
  return style[statusStyle[status]](status.padEnd(STATUS_WIDTH));
}

function conclusion({ ready, checks }: ShownReport, style: Style): string {
  if (!ready) return `${style.bold('Not ready:')} see the failed checks above.`;
  const absent = checks.filter(({ status }) => status === 'absent').map(({ title }) => title);
  return style.bold('Ready.') + (absent.length > 0 ? ` Without ${absent.join(' and ')}.` : '');
}
