/** Where the log goes: a line of JSON for each entry, or text for a person who looks at a terminal. */
export interface LogDestination {
  write(line: string): void;
}
