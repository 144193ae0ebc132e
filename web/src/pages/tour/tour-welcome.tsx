import { useQuery } from '../../api/query.js';
import { TourOffer } from './tour-offer.js';

/** What to begin with on the first page, where nothing runs on this machine: the tour, or a command. */
export function TourWelcome() {
  const { data } = useQuery('pane.list', { host: 'local' }, { on: ['sessions'] });
  if (data?.sessions.length !== 0) return null;
  return (
    <div className="welcome">
      <TourOffer />
      <section className="panel welcome-shell" aria-label="From a shell">
        <h2>Or begin in a shell</h2>
        <dl>
          {beginnings.map(({ command, what }) => (
            <div key={command}>
              <dt className="soft">{what}</dt>
              <dd className="command mono">{command}</dd>
            </div>
          ))}
        </dl>
        <p className="faint">
          If there is no <code>mux</code>, in a checkout, say, it is <code>node dist/cli/main.js</code>.
        </p>
      </section>
    </div>
  );
}

const beginnings = [
  { what: 'Run a command; its questions appear in the inbox', command: 'mux run -d -- npm init' },
  { what: 'Start a program that keeps running when you leave', command: 'mux spawn web -- npm run dev' },
  { what: 'See what Claude Code and Codex do', command: 'mux hooks install' },
] as const;
