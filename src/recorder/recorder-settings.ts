import type { RedactionRules } from '../redaction/index.js';

/** What a recorder has to know of its run. */
export interface RecorderSettings {
  /** Lower-case letters and digits. */
  readonly id: string;
  /** Where the files of the run are, on the host. */
  readonly folder: string;
  /** 32 hex digits that nobody can guess; they stand in what marks the start of the command. */
  readonly startNonce: string;
  readonly exitNonce: string;
  readonly format: 'text' | 'json';
  readonly rules: RedactionRules;
  /** How large the log may grow before it is rotated; 0 for as large as it likes. */
  readonly maxBytes: number;
  /** How many rotated segments are kept; at least one. */
  readonly keepSegments: number;
  /**
   * For readers that want to know of a line before it ends: `ID.tail` has it, redacted, and where it will stand in the
   * log. Lines also go to the file whose path is in `ID.copy`, while there is one.
   * @default false
   */
  readonly live?: boolean;
}
