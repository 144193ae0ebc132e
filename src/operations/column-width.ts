/** For faces that print tables. */
export { columnWidth } from '../screen/column-width.js';
