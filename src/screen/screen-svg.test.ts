import { describe, expect, it } from 'vitest';
import { screenFromCapture } from './screen-from-capture.js';
import { screenSvg } from './screen-svg.js';

const hidden = { x: 0, y: 0, visible: false };

describe('a picture of a screen', () => {
  it('puts every character into its column, and wide ones over two', () => {
    const svg = picture('ab 日本c');
    expect(svg).toContain('<text x="0 8.43 25.29 42.14 59" y="13" fill="#d8dee9">ab日本c</text>');
  });

  it('paints the attributes of text', () => {
    const svg = picture('\x1b[1mB\x1b[0;2mD\x1b[0;3mI\x1b[0;1;3mX\x1b[0;4mU\x1b[0;9mS\x1b[0m');
    expect(svg).toMatch(/font-weight="bold">B</);
    expect(svg).toMatch(/fill-opacity="0.6">D</);
    expect(svg).toMatch(/font-style="italic">I</);
    expect(svg).toMatch(/font-weight="bold" font-style="italic">X</);
    expect(svg).toMatch(/>U<\/text><rect [^>]*height="1" fill="#d8dee9"/);
    expect(svg).toMatch(/>S<\/text><rect [^>]*height="1" fill="#d8dee9"/);
  });

  it('paints colours: the plain ones, those of the palette, any, and reversed ones', () => {
    expect(picture('\x1b[31mr')).toContain('fill="#e06c75">r<');
    expect(picture('\x1b[96mc')).toContain('fill="#6fd3de">c<');
    expect(picture('\x1b[38;5;208mo')).toContain('fill="#ff8700">o<');
    expect(picture('\x1b[38;2;1;2;255mb')).toContain('fill="#0102ff">b<');
    expect(picture('\x1b[48;5;232m ')).toMatch(/<rect x="0" y="0" width="8.43" height="16.3" fill="#080808"/);
    const reversed = picture('\x1b[7mx');
    expect(reversed).toContain('fill="#14171c">x<');
    expect(reversed).toMatch(/<rect x="0" y="0" width="8.43" [^>]*fill="#d8dee9"/);
  });

  it('shows the cursor as a block over its character, behind the text, and not where it is hidden', () => {
    const over = picture('ab', { x: 1, y: 0, visible: true });
    expect(over).toContain('fill="#14171c">b<');
    expect(picture('ab', { x: 5, y: 0, visible: true })).toMatch(/<rect x="42.14" y="0" width="8.43"/);
    expect(picture('日', { x: 1, y: 0, visible: true })).toMatch(/<rect x="0" y="0" width="16.86"/);
    expect(picture('ab', { x: 1, y: 0, visible: false })).not.toContain('fill="#14171c">b<');
  });

  it('is XML whatever stands on the screen', () => {
    const svg = picture('<a href="x">&amp;\ud800\u0001</a>');
    expect(svg).toContain('>&lt;ahref="x"&gt;&amp;amp;&lt;/a&gt;</text>');
    expect(svg).not.toMatch(/[\x00-\x08\x0b-\x1f\ud800-\udfff]/);
  });

  it('has the size of the screen, and nothing beyond its edges', () => {
    const { width, height, svg } = screenSvg(
      screenFromCapture('123456789', { width: 5, height: 2, cursor: { x: 9, y: 9, visible: true } }),
    );
    expect({ width, height }).toEqual({ width: 63, height: 53 });
    expect(svg).toContain('>12345</text>');
  });
});

function picture(capture: string, cursor = hidden): string {
  return screenSvg(screenFromCapture(capture, { cursor })).svg;
}
