/** Something that a program told its terminal. */
export type ProgramSignal =
  | StatusSignal
  /** The same for something beside the main thing, such as a task in the background. */
  | (Omit<StatusSignal, 'type'> & { readonly type: 'task-status'; readonly id: string })
  /** The program asks whether anybody reads its status; the answer is the same sequence, sent back. `pastTmux`: the terminal behind tmux is asked. */
  | { readonly type: 'status-query'; readonly pastTmux?: boolean }
  /** OSC 133: A and B around a prompt, C when a command begins, D when it has ended. */
  | ShellSignal
  /** OSC 9;4: 0 none, 1 so much, 2 failed, 3 busy, 4 paused. */
  | { readonly type: 'progress'; readonly state: 0 | 1 | 2 | 3 | 4; readonly value?: number }
  | { readonly type: 'title'; readonly title: string }
  | { readonly type: 'bell' }
  /** Bracketed paste, the alternate screen, focus events. */
  | { readonly type: 'mode'; readonly mode: 2004 | 1049 | 1004; readonly on: boolean };

export interface ShellSignal {
  readonly type: 'shell';
  readonly mark: 'A' | 'B' | 'C' | 'D';
  readonly code?: number;
  /**
   * C came right behind B. Nobody can type a command in between: these are the marks of a program that puts them around
   * its messages, as pi does, and no command has begun.
   */
  readonly aroundMessage?: true;
}

export type StatusState = 'idle' | 'working' | 'blocked' | 'done' | 'clear';

/** OSC 7501, the Program Status Protocol: `state=blocked:app=claude-code:kind=permission:msg=…`. */
export interface StatusSignal {
  readonly type: 'status';
  readonly state: StatusState;
  /** What a program is blocked by: `permission`. */
  readonly kind?: string;
  /** What the program says about it in words. */
  readonly message?: string;
  /** All that stood behind the number. */
  readonly raw: string;
}
