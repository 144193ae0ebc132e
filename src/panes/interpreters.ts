/** Programs whose own name says nothing about what they run. */
export const INTERPRETERS = /^(?:node|nodejs|bun|deno|python[\d.]*|ruby|perl|java)$/;
