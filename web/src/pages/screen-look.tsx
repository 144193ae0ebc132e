import { useQuery } from '../api/query.js';

export interface ScreenLookProps {
  readonly target: string;
  readonly host: string;
  readonly label: string;
}

/** What a pane shows. */
export function ScreenLook({ target, host, label }: ScreenLookProps) {
  const { data, error } = useQuery(
    'pane.screen',
    { target, host },
    { on: ['inbox', 'run_prompt', 'run_status', 'state_changed'] },
  );
  return (
    <figure className="screen-look">
      <figcaption className="hidden-text">{label}</figcaption>
      {error && !data ? (
        <p className="soft">{error.message}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
        <pre tabIndex={0} aria-label={label}>
          {data?.text ?? ' '}
        </pre>
      )}
    </figure>
  );
}
