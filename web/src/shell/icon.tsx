import type { ReactNode } from 'react';

export type IconName = keyof typeof icons;

/** A drawing beside a word; it says nothing to screen readers. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg
      className="icon"
      viewBox="0 0 18 18"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinejoin="round"
      strokeLinecap="round"
    >
      {icons[name]}
    </svg>
  );
}

const icons = {
  overview: <path d="M2.5 3.5h13v11h-13zM2.5 7.5h13M9 7.5v7" />,
  wall: <path d="M2.5 2.5h5.5v5.5H2.5zM10 2.5h5.5v5.5H10zM2.5 10h5.5v5.5H2.5zM10 10h5.5v5.5H10z" />,
  inbox: <path d="M2.5 10 4.5 3.5h9l2 6.5v4.5h-13zM2.5 10h4l1 2h3l1-2h4" />,
  runs: <path d="M3 4.5 6.5 8 3 11.5M8.5 13H15" />,
  agents: <path d="M9 2.5v2M4 4.5h10v8H4zM7 8v1M11 8v1M6 12.5 4.5 15.5M12 12.5l1.5 3" />,
  workers: (
    <path d="M9 6.3a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4zM9 2v2M9 14v2M2 9h2M14 9h2M4 4l1.5 1.5M12.5 12.5 14 14M14 4l-1.5 1.5M5.5 12.5 4 14" />
  ),
  recordings: <path d="M9 2.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM7.5 6.3v5.4L12 9z" />,
  metrics: <path d="M2.5 15.5h13M4.5 13V9.5M9 13V4.5M13.5 13V7" />,
  search: <path d="M8 3.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM11.5 11.5l3.5 3.5" />,
  more: <path d="M4 9h.01M9 9h.01M14 9h.01" strokeWidth="2.4" />,
  dark: <path d="M14.5 10.5A6 6 0 1 1 7.5 3.5a5 5 0 0 0 7 7z" />,
  light: (
    <path d="M9 6a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM9 1.8v1.4M9 14.8v1.4M1.8 9h1.4M14.8 9h1.4M3.9 3.9l1 1M13.1 13.1l1 1M14.1 3.9l-1 1M4.9 13.1l-1 1" />
  ),
} satisfies Record<string, ReactNode>;
