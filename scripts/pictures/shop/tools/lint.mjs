import { readdir, readFile } from 'node:fs/promises';

const LONGEST = 92;
let problems = 0;
for (const name of await readdir('src')) {
  const lines = (await readFile(`src/${name}`, 'utf8')).split('\n');
  const long = lines.flatMap((line, index) => (line.length > LONGEST ? [[index + 1, line.length]] : []));
  if (long.length === 0) continue;
  console.log(`\x1b[4msrc/${name}\x1b[24m`);
  for (const [line, length] of long)
    console.log(
      `  ${line}:${LONGEST}  \x1b[31merror\x1b[39m  This line is ${length} wide, ${LONGEST} are allowed  \x1b[2mmax-len\x1b[22m`,
    );
  problems += long.length;
}
console.log(`\n\x1b[31m✖ ${problems} problem${problems === 1 ? '' : 's'}\x1b[39m`);
process.exit(problems > 0 ? 1 : 0);
