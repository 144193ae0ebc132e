import { measures, type Sample } from './measures.js';

const [WIDTH, HEIGHT, LEGEND] = [720, 240, 190];
const COLOURS = [
  '#e6194b',
  '#3cb44b',
  '#4363d8',
  '#f58231',
  '#911eb4',
  '#008080',
  '#9a6324',
  '#808000',
  '#000075',
  '#808080',
];

/** All values over time as one SVG, each relative to its highest. */
export function soakChart(samples: readonly Sample[]): string {
  const last = samples.at(-1)?.seconds ?? 1;
  const lines = measures.map(({ key, name }, index) => {
    const highest = Math.max(1e-9, ...samples.map(({ values }) => values[key] ?? 0));
    const points = samples.map(({ seconds, values }) => {
      const x = 10 + (seconds / last) * (WIDTH - 20);
      const y = HEIGHT - 10 - ((values[key] ?? 0) / highest) * (HEIGHT - 20);
      return `${x.toFixed(1)},${y.toFixed(1)}`;
    });
    const colour = COLOURS[index % COLOURS.length];
    const label = `<text x="${WIDTH + 10}" y="${24 + index * 20}" fill="${colour}">${name.replaceAll('`', '')}</text>`;
    return `<polyline points="${points.join(' ')}" fill="none" stroke="${colour}" stroke-width="1.5"/>${label}`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH + LEGEND} ${HEIGHT}" font-family="sans-serif" font-size="11">
<rect width="${WIDTH + LEGEND}" height="${HEIGHT}" fill="#fff"/>
${lines.join('\n')}
</svg>
`;
}
