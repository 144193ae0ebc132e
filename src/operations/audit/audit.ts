import type { AuditEntry, AuditListOptions, AuditRepository } from '../../store/index.js';

export type { AuditEntry } from '../../store/index.js';

/** Who did something, and from where. */
export interface AuditedCaller {
  readonly name: string;
  readonly via: string;
  readonly tokenId?: string | undefined;
  readonly address?: string | undefined;
}

export interface AuditedAction {
  /** `pane.send`, `terminal.control` */
  readonly action: string;
  readonly target?: string | undefined;
  readonly host?: string | undefined;
  /** `ok`, or the code of the error. @default 'ok' */
  readonly outcome?: string | undefined;
}

/** What was done through the server, by whom. What was typed or sent is not in it: it may be a secret. */
export class Audit {
  readonly #repository: AuditRepository;

  constructor(repository: AuditRepository) {
    this.#repository = repository;
  }

  async record(caller: AuditedCaller, action: AuditedAction): Promise<void> {
    await this.#repository.append({
      caller: caller.name,
      tokenId: caller.tokenId,
      via: caller.via,
      address: caller.address,
      action: action.action,
      target: action.target?.slice(0, MOST_CHARACTERS),
      host: action.host?.slice(0, MOST_CHARACTERS),
      outcome: action.outcome ?? 'ok',
    });
  }

  list(options: AuditListOptions): Promise<AuditEntry[]> {
    return this.#repository.list(options);
  }
}

const MOST_CHARACTERS = 1_000;
