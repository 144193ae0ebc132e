import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { holdLock } from './hold-lock.js';
import { hasSqlite } from './load-sqlite.js';
import { SqliteDatabase } from './sqlite-database.js';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muxwright-sqlite-'));
  path = join(folder, 'a.db');
});
afterEach(() => rm(folder, { recursive: true }));

describe('a connection to SQLite', () => {
  it('gives values back as they were given', () => {
    using database = new SqliteDatabase(':memory:');
    database.exec('create table t (number bigint, text text, bytes blob)');
    const insert = 'insert into t values (?, ?, ?)';
    const long = 'a\u00e9\u{1f4a9}\n'.repeat(300_000);
    const rows = [
      [0, '', new Uint8Array([0, 1, 255])],
      [-1, 'caf\u00e9 \u{1f4a9}', new Uint8Array(0)],
      [2 ** 31, long, null],
      [Number.MAX_SAFE_INTEGER, null, null],
      [-Number.MAX_SAFE_INTEGER, 'x', null],
    ];
    for (const row of rows) expect(database.query(insert, row)).toEqual({ rows: [], changes: 1 });
    expect(database.query('select * from t').rows.map((row) => Object.values(row as object))).toEqual(rows);
    expect(database.value('select group_concat(distinct typeof(number)) from t')).toBe('integer');
    expect(database.value('select ? is null', [undefined])).toBe(1);
  });

  it('keeps all of a text with NUL in it, as its picture', () => {
    using database = new SqliteDatabase(':memory:');
    expect(database.value('select ?', ['a\0b\0'])).toBe('a\u2400b\u2400');
  });

  it('says what SQLite says, with its name for it', async () => {
    using database = new SqliteDatabase(path);
    database.exec('create table t (a text unique)');
    const insert = (): unknown => database.query('insert into t values (?) returning a', ['x']);
    insert();
    expect(insert).toThrow(expect.objectContaining({ code: 'SQLITE_CONSTRAINT' }));
    expect(() => database.exec('nonsense')).toThrow(expect.objectContaining({ code: 'SQLITE_ERROR' }));
    expect(() => new SqliteDatabase(folder)).toThrow(expect.objectContaining({ code: 'SQLITE_CANTOPEN' }));
    expect(() => database.query('insert into t values (?)', [{ no: 'value' }])).toThrow();
    using other = new SqliteDatabase(path);
    other.exec('begin immediate');
    expect(insert).toThrow(expect.objectContaining({ code: 'SQLITE_BUSY' }));
    other.exec('rollback; begin exclusive');
    expect(() => database.query('select a from t')).toThrow(expect.objectContaining({ code: 'SQLITE_BUSY' }));
    other.exec('rollback');
    // The very statement that was refused.
    expect(insert).toThrow(expect.objectContaining({ code: 'SQLITE_CONSTRAINT' }));
    await rm(path);
    expect(() => database.query('delete from t')).toThrow(
      expect.objectContaining({ code: 'SQLITE_READONLY_DBMOVED' }),
    );
  });

  it('sees what others do to the tables of a statement that it keeps', () => {
    using database = new SqliteDatabase(path);
    using other = new SqliteDatabase(path);
    other.exec('create table t (a text); insert into t values (1)');
    expect(database.query('select * from t').rows).toEqual([{ a: '1' }]);
    other.exec("alter table t add column b text default 'new'");
    expect(database.query('select * from t').rows).toEqual([{ a: '1', b: 'new' }]);
  });

  it('takes more different statements than it keeps', () => {
    using database = new SqliteDatabase(':memory:');
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < 500; i++) expect(database.value(`select ${i} + ?`, [1])).toBe(i + 1);
    }
  });

  it('leaves everything in the file when it is closed, no other file and no lock', async () => {
    const database = new SqliteDatabase(path);
    database.query('pragma journal_mode = WAL');
    database.query('create table t (a text)');
    database.query('insert into t values (?) returning a', ['kept']);
    database.close();
    database.close();
    expect(database.isOpen).toBe(false);
    expect(await readdir(folder)).toEqual(['a.db']);
    await copyFile(path, join(folder, 'copy.db'));
    using copy = new SqliteDatabase(join(folder, 'copy.db'));
    expect(copy.query('select a from t').rows).toEqual([{ a: 'kept' }]);
    using next = new SqliteDatabase(path);
    next.exec('begin exclusive');
  });
});

describe('holdLock', () => {
  it('is for one at a time, and for the next when it is let go', () => {
    const lock = join(folder, 'lock');
    const held = holdLock(lock);
    expect(held).toBeDefined();
    expect(holdLock(lock)).toBeUndefined();
    held?.[Symbol.dispose]();
    using next = holdLock(lock);
    expect(next).toBeDefined();
  });
});

describe('the SQLite of Node', () => {
  it.each([
    ['20.9.0', false],
    ['22.15.1', false],
    ['22.16.0', true],
    ['23.11.0', false],
    ['24.0.0', true],
    ['26.1.0', true],
  ])('of %s is used: %s', (version, used) => {
    expect(hasSqlite(version)).toBe(used);
  });
});
