// Prints, for each key pressed, its number and when that was: nanoseconds of the machine's monotonic clock, which all
// processes share. The line is written in one piece, so nobody sees half a number.
let presses = 0;
process.stdin.setRawMode(true);
process.stdin.on('data', (keys) => {
  for (let i = 0; i < keys.length; i++) {
    process.stdout.write(`press ${++presses} at ${process.hrtime.bigint()}.\r\n`);
  }
});
process.stdout.write('ready\r\n');
