import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenDashboard, openDashboard } from './open-dashboard.js';

/** More than the connections that a browser has for one server. */
const TABS = 8;

let dashboard: OpenDashboard;
beforeAll(async () => {
  dashboard = await openDashboard();
});
afterAll(() => dashboard?.[Symbol.asyncDispose]());

describe('many tabs of one browser', () => {
  it('are all live, and can all call the server', async () => {
    const { open, host } = dashboard;
    const run = { host, login: false, interactive: false };
    const { id } = await open.call('run.start', { ...run, command: 'echo begun; cat' });
    const first = await dashboard.signedIn();
    const rest = Array.from({ length: TABS - 1 }, () => first.context().newPage());
    const tabs = [first, ...(await Promise.all(rest))];
    // Half of them follow a log, half of them screens; each besides what happens.
    const paths = tabs.map((_, index) => (index % 2 === 0 ? `/runs/${id}` : '/'));
    await Promise.all(tabs.map((tab, index) => tab.goto(open.url + paths[index])));
    await Promise.all(tabs.map((tab) => tab.getByText('begun').filter({ visible: true }).first().waitFor()));

    await open.call('run.input', { run: id, text: 'a word for everybody' });
    await Promise.all(
      tabs.map((tab) => tab.getByText('a word for everybody').filter({ visible: true }).first().waitFor()),
    );
    await open.call('run.start', { ...run, command: 'printf "Who? "; read -r name' });
    const title = /^\(1\) /;
    await Promise.all(tabs.map((tab) => expect.poll(() => tab.title()).toMatch(title)));
    const answers = await Promise.all(
      tabs.map((tab) => tab.evaluate("fetch('/api/me').then(({ status }) => status)")),
    );
    expect(answers).toEqual(Array.from({ length: TABS }, () => 200));
  });
});
