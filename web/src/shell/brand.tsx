import { Link } from '../router.js';

export function Brand() {
  return (
    <Link to="/" className="brand" label="muxwright, overview">
      <svg viewBox="0 0 20 20" aria-hidden="true" className="brand-mark">
        <rect x="0.5" y="0.5" width="9" height="19" rx="2.5" className="brand-a" />
        <rect x="11" y="0.5" width="8.5" height="8.5" rx="2.5" className="brand-b" />
        <rect x="11" y="11" width="8.5" height="8.5" rx="2.5" className="brand-c" />
      </svg>
      <span className="brand-name">muxwright</span>
    </Link>
  );
}
