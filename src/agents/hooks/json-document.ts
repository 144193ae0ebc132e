/** A value of a JSON text, with the place where it stands. */
export type JsonNode = JsonObject | JsonArray | JsonLeaf;

interface Place {
  readonly start: number;
  /** Behind its last character. */
  readonly end: number;
}

export interface JsonMember extends Place {
  readonly key: string;
  readonly node: JsonNode;
}

export interface JsonObject extends Place {
  readonly kind: 'object';
  readonly items: readonly JsonMember[];
}

export interface JsonArray extends Place {
  readonly kind: 'array';
  readonly items: readonly JsonNode[];
}

export interface JsonLeaf extends Place {
  readonly kind: 'leaf';
  readonly value: string | number | boolean | null;
}

/** What is wrong with a JSON text, and where. */
export class JsonMistake extends Error {
  override readonly name = 'JsonMistake';
  /** From 1. */
  readonly line: number;

  constructor(text: string, offset: number, what: string) {
    super(what);
    this.line = text.slice(0, offset).split('\n').length;
  }
}

/**
 * Reads a JSON text and keeps where everything stands, so that it can be changed without writing the rest anew. Throws
 * a `JsonMistake`. With `cut` a text that ends in the midst of something is taken as far as it goes.
 */
export function parseJson(text: string, options: { readonly cut?: boolean } = {}): JsonNode {
  return new Parser(text, options.cut ?? false).document();
}

/** The value that a node stands for. */
export function jsonValue(node: JsonNode): unknown {
  if (node.kind === 'leaf') return node.value;
  if (node.kind === 'array') return node.items.map(jsonValue);
  // Not by assignment: a key `__proto__` is a key as any other.
  return Object.fromEntries(node.items.map(({ key, node: value }) => [key, jsonValue(value)]));
}

/** The value of a member; of several with one key the last, as everybody reads it. */
export function memberOf(node: JsonNode, key: string): JsonMember | undefined {
  return node.kind === 'object' ? node.items.findLast((member) => member.key === key) : undefined;
}

const DEEPEST = 200;
const LITERAL = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const REST_OF_LITERAL = /[\w.+-]*$/y;
const STRING = /"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const CUT_STRING = /"((?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*)(?:\\(?:u[0-9a-fA-F]{0,3})?)?$/y;
const BLANK = /[ \t\r\n]*/y;

class Parser {
  readonly #text: string;
  readonly #cut: boolean;
  #at = 0;

  constructor(text: string, cut: boolean) {
    this.#text = text;
    this.#cut = cut;
    if (text.startsWith('\ufeff')) this.#at = 1;
  }

  document(): JsonNode {
    const node = this.#value(0);
    this.#skip();
    if (this.#at < this.#text.length) throw this.#unexpected('nothing more');
    return node;
  }

  #value(depth: number): JsonNode {
    this.#skip();
    if (depth > DEEPEST) throw this.#mistake('it is nested too deeply');
    const character = this.#text[this.#at];
    if (character === '{') return this.#object(depth);
    if (character === '[') return this.#array(depth);
    const start = this.#at;
    if (character === '"') return { kind: 'leaf', value: this.#string(), start, end: this.#at };
    const literal = this.#match(LITERAL);
    // Of a number that is cut nobody knows how it goes on.
    if (this.#cut && this.#match(REST_OF_LITERAL) !== undefined) throw this.#unexpected('a whole value');
    if (literal === undefined) throw this.#unexpected('a value');
    return { kind: 'leaf', value: JSON.parse(literal), start, end: this.#at };
  }

  #object(depth: number): JsonObject {
    const start = this.#at;
    const items: JsonMember[] = [];
    this.#list('}', () => {
      if (this.#text[this.#at] !== '"') throw this.#unexpected('a key in quotes');
      const from = this.#at;
      const key = this.#string();
      this.#skip();
      if (this.#text[this.#at] !== ':') throw this.#unexpected("':'");
      this.#at++;
      const node = this.#value(depth + 1);
      items.push({ key, node, start: from, end: node.end });
    });
    return { kind: 'object', items, start, end: this.#at };
  }

  #array(depth: number): JsonArray {
    const start = this.#at;
    const items: JsonNode[] = [];
    this.#list(']', () => items.push(this.#value(depth + 1)));
    return { kind: 'array', items, start, end: this.#at };
  }

  #list(close: string, item: () => void): void {
    this.#at++;
    this.#skip();
    if (this.#text[this.#at] === close) {
      this.#at++;
      return;
    }
    for (;;) {
      if (this.#isCut()) return;
      try {
        item();
      } catch (error) {
        // What is cut in its midst is left out, unless there is something of it to keep.
        if (this.#isCut()) return;
        throw error;
      }
      this.#skip();
      if (this.#isCut()) return;
      const character = this.#text[this.#at];
      if (character !== ',' && character !== close) throw this.#unexpected(`',' or '${close}'`);
      this.#at++;
      if (character === close) return;
      this.#skip();
    }
  }

  #string(): string {
    const whole = this.#match(STRING);
    if (whole !== undefined) return JSON.parse(whole);
    if (this.#cut) {
      CUT_STRING.lastIndex = this.#at;
      const part = CUT_STRING.exec(this.#text);
      if (part) {
        this.#at = this.#text.length;
        return JSON.parse(`"${part[1] ?? ''}"`);
      }
    }
    throw this.#mistake('a string has no end, or a character that has to be escaped');
  }

  #isCut(): boolean {
    return this.#cut && this.#at >= this.#text.length;
  }

  #skip(): void {
    this.#match(BLANK);
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #unexpected(expected: string): JsonMistake {
    const found = this.#text[this.#at];
    return this.#mistake(
      `${found === undefined ? 'it ends' : `'${found}' stands`} where ${expected} should be`,
    );
  }

  #mistake(what: string): JsonMistake {
    return new JsonMistake(this.#text, this.#at, what);
  }
}
