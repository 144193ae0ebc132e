import { arch, release, type } from 'node:os';
import type { DoctorCheck } from './check.js';

type Env = Readonly<Record<string, string | undefined>>;

export function nodeCheck(version: string = process.versions.node): DoctorCheck {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const check = { id: 'node', title: 'Node.js', facts: { version } };
  if (major > 20 || (major === 20 && minor >= 9)) return { ...check, status: 'ok', detail: version };
  return {
    ...check,
    status: 'failed',
    detail: `${version} is older than 20.9.`,
    fix: 'Install a newer version from https://nodejs.org.',
  };
}

export function platformCheck(platform: NodeJS.Platform = process.platform): DoctorCheck {
  const detail = `${type()} ${release()} (${arch()})`;
  const check = { id: 'platform', title: 'Platform', facts: { platform, arch: arch() } };
  if (platform !== 'win32') return { ...check, status: 'ok', detail };
  return {
    ...check,
    status: 'failed',
    detail: `${detail} does not support tmux.`,
    fix: 'Use muxwright inside WSL.',
  };
}

/** Programs that are started in a new tmux server inherit the locale, and print `?` for what it does not cover. */
export function localeCheck(env: Env = process.env): DoctorCheck {
  const name = ['LC_ALL', 'LC_CTYPE', 'LANG'].find((key) => env[key]);
  const locale = name === undefined ? undefined : env[name];
  const check = { id: 'locale', title: 'Locale', facts: { locale } };
  if (/utf-?8/i.test(locale ?? '')) return { ...check, status: 'ok', detail: `${name}=${locale}` };
  const seen =
    name === undefined ? 'None of LC_ALL, LC_CTYPE, LANG is set' : `${name}=${locale} is not UTF-8`;
  return {
    ...check,
    status: 'warning',
    detail: `${seen}: programs may print ? instead of letters.`,
    fix: 'export LANG=C.UTF-8',
  };
}

/** muxwright needs no terminal, but a person who attaches to a session does. */
export function terminalCheck(env: Env = process.env): DoctorCheck {
  const { TERM: term } = env;
  const check = { id: 'terminal', title: 'Terminal', facts: { term, insideTmux: Boolean(env.TMUX) } };
  if (term && term !== 'dumb') {
    return { ...check, status: 'ok', detail: env.TMUX ? `TERM=${term}, inside tmux` : `TERM=${term}` };
  }
  return {
    ...check,
    status: 'warning',
    detail: `${term ? `TERM=${term}` : 'TERM is not set'}: muxwright works, but tmux attach does not.`,
    fix: 'export TERM=xterm-256color',
  };
}
