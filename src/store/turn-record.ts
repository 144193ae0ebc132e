/** One question or answer of an agent, or one thing that it was told. */
export interface TurnRecord {
  /** Greater than that of every turn before. */
  readonly id: number;
  readonly agentId: string;
  readonly actor: TurnActor;
  readonly intent: TurnIntent;
  /** Redacted by whoever adds it: the store keeps it as it is. */
  readonly text: string;
  /** Who told of it. */
  readonly source: TurnSource;
  readonly createdAt: Date;
  /** When the other side told of it, too: a hook of what was sent. */
  readonly confirmedAt: Date | undefined;
  /** How it was delivered. */
  readonly receipt: Readonly<Record<string, unknown>> | undefined;
}

export type TurnActor = 'USER' | 'AGENT';
export type TurnIntent = 'ANSWER' | 'COMMAND' | 'QUESTION' | 'COMPLETION' | 'PROGRESS' | 'END_OF_TASK';
export type TurnSource = 'hook' | 'respond' | 'screen';

export interface NewTurn {
  readonly actor: TurnActor;
  readonly intent: TurnIntent;
  readonly text: string;
  readonly source: TurnSource;
  /** @default now */
  readonly createdAt?: Date | undefined;
  readonly receipt?: Readonly<Record<string, unknown>> | undefined;
}

/** How the same message may have been told of before. */
export interface TurnTwin {
  readonly source: TurnSource;
  /** Not before that. */
  readonly since: Date;
  /** Whether the text that is kept is the same message; that it is equal without it. */
  readonly sameText?: ((text: string) => boolean) | undefined;
}
