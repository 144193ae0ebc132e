/** What a call does to the world: nothing, something that can be undone or repeated, or something that ends or removes. */
export type Effect = 'read' | 'change' | 'destroy';
