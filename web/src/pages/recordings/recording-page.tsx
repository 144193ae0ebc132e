import { useEffect, useState } from 'react';
import { useQuery } from '../../api/query.js';
import { errorOf, noAnswer, RequestError } from '../../api/request-error.js';
import { EmptyState } from '../../components/empty-state.js';
import { Problem } from '../../components/problem.js';
import { Spinner } from '../../components/spinner.js';
import { Link, navigate, usePlace } from '../../router.js';
import { CopyMoment } from './copy-moment.js';
import { Player } from './player.js';
import { type Cast, readCast } from './read-cast.js';
import './recordings.css';

/** A recording, or a run that has none and is played from its log. `?t=12.5` is a moment of it. */
export function RecordingPage({ params }: { readonly params: Readonly<Record<string, string>> }) {
  const id = params.id ?? '';
  const { search } = usePlace();
  const [start] = useState(() => momentOf(search.get('t')));
  const { cast, error } = useCast(id);
  const known = useQuery('recording.get', { id });
  const title = known.data?.title ?? cast?.title ?? id;
  return (
    <>
      <div className="page-head">
        <p className="crumbs">
          <Link to="/recordings">Recordings</Link>
        </p>
        <h1 className="mono run-title">{title}</h1>
        {cast && (
          <>
            <CopyMoment />
            <a className="button" href={fileOf(id)} download={`${id}.cast`}>
              Download
            </a>
          </>
        )}
      </div>
      {!cast && !error && <Spinner label="Loading the recording" />}
      {error && <Unplayable id={id} error={error} />}
      {cast && (
        <Player
          cast={cast}
          label={`Recording of ${title}`}
          start={start}
          onMoment={(time) =>
            navigate(`/recordings/${encodeURIComponent(id)}?t=${linkTime(time)}`, {
              replace: true,
            })
          }
        />
      )}
    </>
  );
}

/** Never before the moment: what came in it belongs to it. */
function linkTime(time: number): number {
  return Math.ceil(time * 1_000) / 1_000;
}

function momentOf(text: string | null): number | undefined {
  const time = text === null ? Number.NaN : Number(text);
  return Number.isFinite(time) && time >= 0 ? time : undefined;
}

export function fileOf(id: string): string {
  return `/api/recordings/${encodeURIComponent(id)}.cast`;
}

function useCast(id: string): { readonly cast: Cast | undefined; readonly error: RequestError | undefined } {
  const [state, setState] = useState<{ cast: Cast | undefined; error: RequestError | undefined }>(nothing);
  useEffect(() => {
    const stop = new AbortController();
    setState(nothing);
    load(id, stop.signal)
      .then((cast) => setState({ cast, error: undefined }))
      .catch((error: unknown) => {
        if (!stop.signal.aborted) setState({ cast: undefined, error: error as RequestError });
      });
    return () => stop.abort();
  }, [id]);
  return state;
}

const nothing = { cast: undefined, error: undefined };

async function load(id: string, signal: AbortSignal): Promise<Cast> {
  const response = await fetch(fileOf(id), { credentials: 'same-origin', signal }).catch((error: unknown) => {
    throw signal.aborted ? error : noAnswer(error);
  });
  if (!response.ok) throw await errorOf(response);
  const cast = readCast(await response.text());
  if (cast) return cast;
  throw new RequestError({ detail: 'The server did not return a valid recording.', code: 'UNKNOWN' }, 200);
}

function Unplayable({ id, error }: { readonly id: string; readonly error: RequestError }) {
  if (error.status !== 404) return <Problem error={error} />;
  return (
    <EmptyState title="Recording not found">
      <p>{error.message}</p>
      {error.suggestion && <p>{error.suggestion}</p>}
      <p>
        <Link to="/recordings">All recordings</Link> ·{' '}
        <Link to={`/runs/${encodeURIComponent(id)}`}>the run</Link>
      </p>
    </EmptyState>
  );
}
