import type { TerminalHello } from '../../api/open-terminal.js';
import { Link } from '../../router.js';
import { placeOfPane } from '../overview/pane-place.js';
import { useHostTree } from '../overview/use-host-tree.js';
import { usePaneOwners } from '../overview/use-pane-owners.js';
import { PaneLinks } from './pane-links.js';

export interface PaneHeadProps {
  readonly target: string;
  readonly host: string | undefined;
  readonly hello: TerminalHello | undefined;
}

/** What is in the terminal, and where it is. */
export function PaneHead({ target, host, hello }: PaneHeadProps) {
  const { data } = useHostTree(hello?.host ?? host ?? 'local');
  const paneId = hello?.paneId ?? (target.startsWith('%') ? target : undefined);
  const place = data && paneId !== undefined ? placeOfPane(data.sessions, paneId) : undefined;
  const { worker, agent } = usePaneOwners()(data?.host ?? '', paneId ?? '');
  return (
    <div className="pane-head">
      <h1>
        <span className="mono cut">{worker?.name ?? agent?.name ?? place?.pane.command ?? target}</span>
        {place && isTelling(place.pane.title) && <span className="pane-title cut">{place.pane.title}</span>}
      </h1>
      <p className="pane-facts faint">
        <Link to="/">{hello?.host ?? host ?? 'local'}</Link>
        {place && (
          <>
            <span>
              {place.session.name} › {place.window.index}:{place.window.name}
            </span>
            <span className="mono">{place.pane.id}</span>
            <span className="mono cut">{place.pane.cwd}</span>
          </>
        )}
        {hello && (
          <span className="number">
            {hello.cols} × {hello.rows}
          </span>
        )}
      </p>
      {paneId !== undefined && <PaneLinks paneId={paneId} host={hello?.host ?? host ?? 'local'} />}
    </div>
  );
}

/** Where no program has set a title it is the name of the machine, which tells nothing. */
function isTelling(title: string): boolean {
  return /[^\w.-]/.test(title);
}
