import { randomBytes } from 'node:crypto';

/** Secrets that nobody could have written by chance, one of each kind. */
export interface Canaries {
  /** Hidden by a redactor of the caller. */
  readonly custom: string;
  /** Hidden because the caller said so, word for word. */
  readonly literal: string;
  /** Hidden by built-in rules. */
  readonly anthropic: string;
  readonly github: string;
  readonly aws: string;
  /** Hidden behind `password=`. */
  readonly password: string;
  /** The lines between the first and the last of a private key. */
  readonly key: readonly string[];
  /** Only in the environment. */
  readonly env: string;
  /** Only typed. */
  readonly typed: string;
}

export function makeCanaries(): Canaries {
  return {
    custom: `cnry${hex(32)}`,
    literal: `${hex(20)} ('it's "$5"') \\${hex(20)}`,
    anthropic: `sk-ant-api03-${hex(60)}`,
    github: `ghp_${hex(40)}`,
    aws: `AKIA${hex(32).toUpperCase()}`,
    password: hex(32),
    key: Array.from({ length: 40 }, () => randomBytes(48).toString('base64')),
    env: hex(32),
    typed: hex(32),
  };
}

/** What the caller of a run says about its secrets. The pattern that no filter on a host knows means the same. */
export function canaryRules(canaries: Canaries, translatable = true) {
  return {
    redactors: [translatable ? /CNRY[0-9a-f]{32}/i : /(?<!z{1,3}y*)CNRY[0-9a-f]{32}/i],
    secrets: [canaries.literal, canaries.env, canaries.typed],
  };
}

/** Which of the texts have a piece of a canary in them. What is asked while a run goes on is asked roughly. */
export function canariesIn(
  canaries: Canaries,
  texts: Iterable<readonly [name: string, text: string]>,
  rough = false,
): string[] {
  const pieces = piecesOf(canaries, rough);
  const parts = partsOf(pieces.keys());
  const found: string[] = [];
  for (const [name, text] of texts) {
    for (const kind of kindsIn(text, pieces, parts)) found.push(`${kind} in ${name}`);
  }
  return found;
}

/**
 * Looks for parts first, and only at every `STEP`th place: a piece is long enough to have a whole part at one of them.
 * To look for each of some thousand pieces, or at each place, would take long.
 */
function kindsIn(text: string, pieces: ReadonlyMap<string, string>, parts: ReadonlySet<string>): Set<string> {
  const kinds = new Set<string>();
  for (let at = 0; at + PART <= text.length; at += STEP) {
    if (!parts.has(text.slice(at, at + PART))) continue;
    for (let from = Math.max(0, at - STEP + 1); from <= at; from++) {
      const kind = pieces.get(text.slice(from, from + PIECE));
      if (kind !== undefined) kinds.add(kind);
    }
  }
  return kinds;
}

const PIECE = 12;
const PART = 6;
const STEP = PIECE - PART + 1;

/** All parts of all pieces. */
function partsOf(pieces: Iterable<string>): Set<string> {
  const parts = new Set<string>();
  for (const piece of pieces) {
    for (let at = 0; at < STEP; at++) parts.add(piece.slice(at, at + PART));
  }
  return parts;
}

/** The kind of each piece. */
function piecesOf({ key, ...others }: Canaries, rough: boolean): Map<string, string> {
  const lines = rough ? key.slice(6, 9) : key;
  const all = [...Object.entries(others), ...lines.map((line): [string, string] => ['key', line])];
  const pieces = all.flatMap(([kind, text]) => {
    // What is the same in all secrets of that kind says nothing.
    const random = text.replace(/^(cnry|sk-ant-api03-|ghp_|AKIA)/, '');
    const places = [...Array(random.length - PIECE + 1).keys()];
    const chosen = rough ? [0, places.length - 1] : places;
    return chosen.map((at): [string, string] => [random.slice(at, at + PIECE), kind]);
  });
  return new Map(pieces);
}

function hex(length: number): string {
  return randomBytes(length).toString('hex').slice(0, length);
}
