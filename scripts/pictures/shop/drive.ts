import { connect } from 'muxwright';

await using tmux = await connect('local');
const pane = tmux.pane(process.argv[2] ?? '');

await pane.sendText('npm run deploy\n');
await pane.waitForCursorLine('production? [y/N]');
done('It asks. The wait ended with the question.');

await pane.sendText('y\n');
await pane.waitForText('is live');
done('Answered, and deployed.');

await pane.sendText('vim CHANGELOG.md\n');
await pane.waitForText('# Changelog');
await pane.sendText('o\n## 1.4.0\n\n- Carts are kept');
await pane.sendKeys('Escape');
await pane.sendText(':w\n');
await pane.waitForText('written');
done('A full-screen editor, driven the same way.');

function done(text: string): void {
  console.log(`\x1b[32m✓\x1b[39m ${text}`);
}
