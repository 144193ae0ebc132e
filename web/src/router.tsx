import { type ComponentType, type MouseEvent, type ReactNode, useSyncExternalStore } from 'react';

/** Where the page is: the part of the address that is ours. */
export interface Place {
  readonly path: string;
  readonly search: URLSearchParams;
}

/** A page and its address; `:name` stands for any one part. */
export interface Route {
  readonly path: string;
  readonly title: string;
  readonly page: ComponentType<{ readonly params: Readonly<Record<string, string>> }>;
}

/** Goes to another page, or with `replace` changes the address of this one. */
export function navigate(to: string, { replace = false }: { readonly replace?: boolean } = {}): void {
  if (replace) history.replaceState(null, '', to);
  else history.pushState(null, '', to);
  if (!replace) window.scrollTo(0, 0);
  tellAll();
}

export function usePlace(): Place {
  const href = useSyncExternalStore(subscribe, () => `${location.pathname}${location.search}`);
  const url = new URL(href, location.origin);
  return { path: url.pathname, search: url.searchParams };
}

/** The route of a path, with the parts that its pattern names. */
export function matchRoute<R extends { readonly path: string }>(
  routes: readonly R[],
  path: string,
): { readonly route: R; readonly params: Readonly<Record<string, string>> } | undefined {
  for (const route of routes) {
    const params = paramsOf(route.path, path);
    if (params) return { route, params };
  }
  return undefined;
}

export interface LinkProps {
  readonly to: string;
  readonly children: ReactNode;
  readonly className?: string;
  readonly label?: string;
  readonly title?: string;
  readonly current?: boolean;
  readonly onFollow?: () => void;
}

/** A link that changes the page without reloading it; a new tab and the like work as with any link. */
export function Link({ to, children, className, label, title, current, onFollow }: LinkProps) {
  const follow = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onFollow?.();
    navigate(to);
  };
  return (
    <a
      href={to}
      onClick={follow}
      className={className}
      aria-label={label}
      title={title}
      aria-current={current ? 'page' : undefined}
    >
      {children}
    </a>
  );
}

/** `/pane?target=%257&host=local` of a path and what is behind it; what is undefined is left out. */
export function address(path: string, search: Readonly<Record<string, string | undefined>> = {}): string {
  const given = Object.entries(search).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tellAll(): void {
  for (const listener of [...listeners]) listener();
}

window.addEventListener('popstate', tellAll);

function paramsOf(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split('/');
  const given = path.replace(/(.)\/$/, '$1').split('/');
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    if (part.startsWith(':')) params[part.slice(1)] = decodeURIComponent(value);
    else if (part !== value) return undefined;
  }
  return params;
}
