import { Suspense } from 'react';
import { EmptyState } from './components/empty-state.js';
import { Spinner } from './components/spinner.js';
import { Toasts } from './components/toast.js';
import { InboxWatcher } from './pages/inbox/inbox-watcher.js';
import { TourBar } from './pages/tour/tour-bar.js';
import { Link, matchRoute, usePlace } from './router.js';
import { routes } from './routes.js';
import { ErrorBoundary } from './shell/error-boundary.js';
import { Shell } from './shell/shell.js';

export function App() {
  const { path } = usePlace();
  const found = matchRoute(routes, path);
  const title = found?.route.title ?? 'Not found';
  return (
    <Shell path={path}>
      <ErrorBoundary key={path}>
        <Suspense fallback={<Spinner />}>
          {found ? <found.route.page params={found.params} /> : <NotFound path={path} />}
        </Suspense>
      </ErrorBoundary>
      <TourBar />
      <InboxWatcher title={title} />
      <Toasts />
    </Shell>
  );
}

function NotFound({ path }: { readonly path: string }) {
  return (
    <EmptyState title="Page not found">
      <p>
        Nothing is at <code>{path}</code>. <Link to="/">The overview</Link> shows all that runs.
      </p>
    </EmptyState>
  );
}
