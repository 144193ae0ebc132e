import { type Document, isAlias, isMap, isScalar, isSeq, type LineCounter, type Node } from 'yaml';
import { isMuxError, MuxError } from '../../model/index.js';
import { LinearPattern } from '../../patterns/index.js';

/** The file that fields are read from. */
export interface ProfileFile {
  readonly path: string;
  readonly document: Document;
  readonly lines: LineCounter;
  /** Whether it comes with muxwright. The patterns of any other are matched in linear time. */
  readonly shipped: boolean;
}

/**
 * One value of a profile file, which knows where it stands, so that every mistake is told with file, line and field.
 *
 * @example
 * root.need('name').text();
 */
export class ProfileField {
  readonly #file: ProfileFile;
  readonly #node: Node | null;
  readonly #line: number;
  readonly path: string;

  constructor(file: ProfileFile, node: unknown, path: string, line = 1) {
    this.#file = file;
    const real = isAlias(node) ? node.resolve(file.document) : node;
    this.#node = (real as Node | null | undefined) ?? null;
    const start = (node as Node | null | undefined)?.range?.[0];
    this.#line = start === undefined ? line : file.lines.linePos(start).line;
    this.path = path;
  }

  /** Checks that it is a mapping with no other fields than these. */
  only(...known: readonly string[]): this {
    for (const [name, field] of this.#entries()) {
      if (!known.includes(name)) {
        throw field.wrong('is not a known field', `Known fields: ${known.join(', ')}.`);
      }
    }
    return this;
  }

  need(name: string): ProfileField {
    const field = this.get(name);
    if (!field) throw this.#error(this.#join(name), 'is missing', `Add ${name}: to the file.`);
    return field;
  }

  /** A field that may be left out, or stand there empty. */
  get(name: string): ProfileField | undefined {
    const field = this.#entries().find(([key]) => key === name)?.[1];
    return field && !field.#isEmpty() ? field : undefined;
  }

  /** The values of a list; one value stands for a list of one. */
  list(): ProfileField[] {
    const node = this.#node;
    if (!isSeq(node)) return [this];
    return node.items.map(
      (item, at) => new ProfileField(this.#file, item, `${this.path}[${at}]`, this.#line),
    );
  }

  /** Whether it has fields itself. */
  isMapping(): boolean {
    return isMap(this.#node);
  }

  text(): string {
    const value = this.#scalar();
    if (typeof value !== 'string' || value === '') {
      throw this.wrong('is not a string', 'Use a string, in quotes if it starts with a special character.');
    }
    return value;
  }

  texts(): string[] {
    return this.list().map((field) => field.text());
  }

  flag(): boolean {
    const value = this.#scalar();
    if (typeof value !== 'boolean') throw this.wrong('is neither true nor false', 'Write true or false.');
    return value;
  }

  count(): number {
    const value = this.#scalar();
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 1) {
      throw this.wrong('is not a positive number', 'Use a whole number, e.g. 8.');
    }
    return value;
  }

  milliseconds(): number {
    const value = this.#scalar();
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 0) {
      throw this.wrong('is not a number of milliseconds', 'Use a whole number from 0, e.g. 80.');
    }
    return value;
  }

  oneOf<Value extends string>(values: readonly Value[]): Value {
    const value = this.#scalar();
    const found = values.find((each) => each === value);
    if (found === undefined)
      throw this.wrong('is not one of its values', `Write one of: ${values.join(', ')}.`);
    return found;
  }

  /** A regular expression of JavaScript with the `u` flag; `/…/i` sets flags, anything else is the expression itself. */
  pattern(): RegExp {
    const text = this.text();
    const [, source = text, flags = ''] = /^\/(.*)\/([ims]*)$/su.exec(text) ?? [];
    try {
      return this.#file.shipped ? new RegExp(source, `u${flags}`) : new LinearPattern(source, `u${flags}`);
    } catch (error) {
      if (isMuxError(error, 'PATTERN_NOT_LINEAR')) {
        const what = `uses ${String(error.details.construct)}, which is not matched in linear time`;
        throw this.wrong(what, error.suggestion ?? '');
      }
      const reason =
        error instanceof Error ? error.message.replace(/^Invalid regular expression: /u, '') : '';
      const hint = 'Write a regular expression of JavaScript with the u flag, in single quotes.';
      throw this.wrong(`is not a valid regular expression: ${reason}`, hint);
    }
  }

  patterns(): RegExp[] {
    return this.list().map((field) => field.pattern());
  }

  /** The error for a value that cannot be used. */
  wrong(what: string, suggestion: string): MuxError {
    return this.#error(this.path, what, suggestion);
  }

  #entries(): [string, ProfileField][] {
    const node = this.#node;
    if (!isMap(node)) {
      throw this.wrong('has no fields', 'Write name: value, one per line.');
    }
    return node.items.map(({ key, value }) => {
      const name = String(isScalar(key) ? key.value : key);
      const line = new ProfileField(this.#file, key, '').#line;
      return [name, new ProfileField(this.#file, value, this.#join(name), line)];
    });
  }

  #isEmpty(): boolean {
    return this.#node === null || (isScalar(this.#node) && this.#node.value === null);
  }

  #scalar(): unknown {
    return isScalar(this.#node) ? this.#node.value : undefined;
  }

  #join(name: string): string {
    return this.path === '' ? name : `${this.path}.${name}`;
  }

  #error(field: string, what: string, suggestion: string): MuxError {
    const { path } = this.#file;
    return new MuxError('PROFILE_INVALID', `${path}, line ${this.#line}: ${field || 'the file'} ${what}.`, {
      suggestion,
      details: { file: path, line: this.#line, field },
    });
  }
}
