import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { MuxError } from '../model/index.js';
import { KEY_BYTES, makeKey, readKey } from './vault-key.js';

export interface VaultOptions {
  /** Where the key is; without it the key is only in memory. */
  readonly keyPath: string | undefined;
  /** Whether there are values that only the old key opens, so that a new one must not take its place. */
  readonly isInUse: () => Promise<boolean>;
}

/**
 * Encrypts values for the database (AES-256-GCM), with a key that lies in a file of its own beside it: who has only the
 * database, from a backup for one, has none of the values.
 *
 * @example
 * const sealed = await store.vault.seal('hunter2', `run:${id}`);
 * await store.vault.open(sealed, `run:${id}`); // 'hunter2'
 */
export class Vault {
  readonly #options: VaultOptions;
  #memoryKey: Buffer | undefined;

  /** @internal */
  constructor(options: VaultOptions) {
    this.#options = options;
  }

  /**
   * Encrypts a value.
   *
   * @param purpose what it is for. It opens only for the same purpose, so that nobody can swap two values.
   */
  async seal(value: string, purpose: string): Promise<string> {
    const key = await this.#findOrMakeKey();
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(purpose));
    const body = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()]);
    return [FORM, keyName(key), Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')].join(
      '.',
    );
  }

  /** Decrypts what `seal` gave. Fails with `VAULT_KEY_MISSING` or `SEALED_VALUE_DAMAGED`. */
  async open(sealed: string, purpose: string): Promise<string> {
    const [form, sealedWith, text, ...more] = sealed.split('.');
    if (form !== FORM || text === undefined || more.length > 0) throw damaged(purpose);
    const key = await this.#findKey();
    if (sealedWith !== keyName(key))
      throw this.#keyMissing('is not the one that the value was encrypted with');
    const bytes = Buffer.from(text, 'base64url');
    if (bytes.length < NONCE_BYTES + TAG_BYTES) throw damaged(purpose);
    const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES))
      .setAAD(Buffer.from(purpose))
      .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    try {
      const body = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([body, decipher.final()]).toString();
    } catch (error) {
      throw damaged(purpose, error);
    }
  }

  // Read each time: a value that is sealed with a key whose file is gone would be lost with this process.
  async #findOrMakeKey(): Promise<Buffer> {
    const { keyPath, isInUse } = this.#options;
    if (keyPath === undefined) {
      this.#memoryKey ??= randomBytes(KEY_BYTES);
      return this.#memoryKey;
    }
    const key = await readKey(keyPath);
    if (key) return key;
    // Asked for in this order: a value that another process sealed meanwhile came after its key.
    if (await isInUse()) return this.#findKey();
    return makeKey(keyPath);
  }

  async #findKey(): Promise<Buffer> {
    const { keyPath } = this.#options;
    const key = keyPath === undefined ? this.#memoryKey : await readKey(keyPath);
    if (key) return key;
    throw this.#keyMissing('is missing, and values in the database are encrypted with it');
  }

  #keyMissing(what: string): MuxError {
    const { keyPath: path } = this.#options;
    return new MuxError('VAULT_KEY_MISSING', `The key ${path === undefined ? '' : `'${path}' `}${what}.`, {
      suggestion:
        'Put the key file back where it was, from a backup or from another machine that uses the store; or remove the stored credentials and store them again.',
      details: { path },
    });
  }
}

const ALGORITHM = 'aes-256-gcm';
const FORM = 'v1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Tells keys apart without telling anything about them. */
function keyName(key: Buffer): string {
  return createHash('sha256').update('muxwright key name').update(key).digest('hex').slice(0, 8);
}

function damaged(purpose: string, cause?: unknown): MuxError {
  return new MuxError(
    'SEALED_VALUE_DAMAGED',
    `The encrypted value of ${purpose} was changed or is not whole.`,
    {
      suggestion: 'Remove it and store it again.',
      details: { purpose },
      cause,
    },
  );
}
