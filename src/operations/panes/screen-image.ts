import { createRequire } from 'node:module';
import { join } from 'node:path';
import { MuxError } from '../../model/index.js';
import { type StyledScreen, screenSvg } from '../../screen/index.js';
import { columnWidth } from '../../vt/index.js';

/** A picture of a screen as JSON has it. */
export interface ScreenImage {
  readonly mediaType: 'image/svg+xml' | 'image/png';
  /** The SVG as text, the PNG in base64. */
  readonly data: string;
  readonly width: number;
  readonly height: number;
}

/** Paints a screen. A PNG needs two packages that are installed only where that is possible. */
export async function screenImage(screen: StyledScreen, format: 'svg' | 'png'): Promise<ScreenImage> {
  const { svg, width, height } = screenSvg(screen);
  if (format === 'svg') return { mediaType: 'image/svg+xml', data: svg, width, height };
  const { Resvg } = await renderer();
  const image = new Resvg(svg, {
    fitTo: { mode: 'zoom', value: SHARPNESS },
    font: {
      fontFiles: fontFiles(),
      defaultFontFamily: 'DejaVu Sans Mono',
      monospaceFamily: 'DejaVu Sans Mono',
      // Letters of the Far East are in none of ours; to look through all fonts takes its time.
      loadSystemFonts: screen.rows.some((row) => columnWidth(row) !== row.length),
    },
  }).render();
  return {
    mediaType: 'image/png',
    data: image.asPng().toString('base64'),
    width: image.width,
    height: image.height,
  };
}

/** Pixels for each of the SVG, as for a good display. */
const SHARPNESS = 2;

async function renderer(): Promise<typeof import('@resvg/resvg-js')> {
  try {
    return await import('@resvg/resvg-js');
  } catch (cause) {
    throw notInstalled('@resvg/resvg-js', cause);
  }
}

function fontFiles(): string[] {
  const name = 'dejavu-fonts-ttf';
  try {
    const folder = join(createRequire(import.meta.url).resolve(`${name}/package.json`), '..', 'ttf');
    return ['', '-Bold', '-Oblique', '-BoldOblique'].map((kind) => join(folder, `DejaVuSansMono${kind}.ttf`));
  } catch (cause) {
    throw notInstalled(name, cause);
  }
}

function notInstalled(name: string, cause: unknown): MuxError {
  return new MuxError('PROGRAM_NOT_FOUND', `PNG images need the package ${name}, which is not installed.`, {
    suggestion: `Use the format svg, or install the package next to muxwright: npm install ${name}.`,
    details: { package: name },
    cause,
  });
}
