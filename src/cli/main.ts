#!/usr/bin/env node
import module from 'node:module';

// Where Node can keep what it has compiled (22 and later), the next start is quicker.
(module as { enableCompileCache?: () => unknown }).enableCompileCache?.();

const { run } = await import('./run.js');
process.exitCode = await run(process.argv.slice(2));
