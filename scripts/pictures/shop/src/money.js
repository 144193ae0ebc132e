/** Half a cent goes to the even neighbour, as banks do it. */
export function roundCents(value) {
  const down = Math.floor(value);
  const rest = value - down;
  if (rest === 0.5) return down % 2 === 0 ? down : down + 1;
  return Math.round(value);
}

export function formatMoney(cents, currency = 'EUR') {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(cents / 100);
}
