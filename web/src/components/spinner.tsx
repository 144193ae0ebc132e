/** Says that something is on its way. */
export function Spinner({ label = 'Loading' }: { readonly label?: string }) {
  return (
    <span className="spinner" role="status">
      {label}
    </span>
  );
}
