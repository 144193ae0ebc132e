#!/usr/bin/env node
import { run } from './run.js';
import { endWithASentence } from './start/last-words.js';

endWithASentence(process.argv.slice(2));
process.exitCode = await run(process.argv.slice(2));
