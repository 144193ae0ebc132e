export const docsStyle = `:root { color-scheme: light dark; --line: #8884; --soft: #8881; --accent: #3b82f6; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 0 auto; padding: 1rem; }
header { border-bottom: 1px solid var(--line); margin-bottom: 1rem; padding-bottom: 1rem; }
h1 { margin: 0; font-size: 1.4rem; }
h2 { margin: 2rem 0 .5rem; font-size: 1.1rem; }
label { display: inline-flex; gap: .5rem; align-items: center; margin-right: 1.5rem; }
input, textarea, button { font: inherit; color: inherit; background: var(--soft); border: 1px solid var(--line); border-radius: 4px; padding: .3rem .5rem; }
input { width: 18rem; }
button { cursor: pointer; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
details { border: 1px solid var(--line); border-radius: 6px; margin: .35rem 0; }
summary { cursor: pointer; padding: .4rem .7rem; display: flex; gap: .8rem; align-items: baseline; }
summary code { min-width: 13rem; font-weight: 600; }
.scope { margin-left: auto; font-size: .8rem; border: 1px solid var(--line); border-radius: 99px; padding: 0 .6rem; }
.body { padding: .2rem .9rem .9rem; }
textarea { width: 100%; box-sizing: border-box; min-height: 5rem; font-family: ui-monospace, monospace; }
pre { background: var(--soft); padding: .6rem; border-radius: 4px; overflow: auto; max-height: 24rem; white-space: pre-wrap; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; margin: .5rem 0; }
td { border-top: 1px solid var(--line); padding: .25rem .5rem; vertical-align: top; }
.row { display: flex; gap: .5rem; flex-wrap: wrap; margin: .5rem 0; }
`;
