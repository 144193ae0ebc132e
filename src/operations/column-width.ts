/** For faces that print tables. */
export { characterWidth, columnWidth } from '../screen/column-width.js';
