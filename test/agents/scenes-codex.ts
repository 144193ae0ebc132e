import { openAgent } from './open-agent.js';
import { LOOKALIKE, numberedLines, OWN_QUESTION, QUESTION } from './scene-texts.js';
import { playMenus, playTrust } from './scenes.js';
import { slowGit } from './slow-git.js';
import { Stage } from './stage.js';

/** Takes Codex through all its states. */
export async function playCodex(): Promise<void> {
  await playTrust('codex');
  await playStart();
  await playInput();
  await playTurns();
  await playDialogs();
  await playOwnQuestion();
  await playSmall();
  await playTiny();
}

async function playStart(): Promise<void> {
  await using agent = await openAgent('codex', { prepare: slowGit });
  const stage = new Stage(agent);
  await stage.sees(/~\/project/);
  await stage.take('starting-empty');
  await agent.pane.paste('please read the code');
  await agent.pane.waitForText('please read the code');
  await agent.pane.sendKeys('Enter');
  await stage.sees(/Waiting for startup/);
  await stage.take('starting');
}

async function playInput(): Promise<void> {
  await using agent = await openAgent('codex');
  const stage = new Stage(agent);
  await stage.settled(1000);
  await stage.take('idle');
  await stage.type('please read the code');
  await stage.take('typed');
  await stage.clear();
  await stage.paste(`${'a long line that wraps in the box '.repeat(8)}end`);
  await stage.take('typed-wrapped');
  await stage.clear();
  await stage.paste('first line\nsecond line\nthird line');
  await stage.take('typed-three-lines');
  await stage.clear();
  await stage.paste(numberedLines(200));
  await stage.take('paste-collapsed');
  await stage.type(' and then tell me');
  await stage.take('paste-collapsed-and-text');
  await stage.clear();
  await playMenus(stage);
}

async function playTurns(): Promise<void> {
  await using agent = await openAgent('codex');
  const stage = new Stage(agent);
  await stage.say('DELAY=9000 think about it');
  await stage.sees(/esc to interrupt/);
  await stage.take('working');
  await stage.type('DELAY=8000 and one more thing');
  await stage.take('working-typed');
  await agent.pane.sendKeys('Enter');
  await stage.sees(/› DELAY=8000 and one more thing.*esc to interrupt.*› Ask/s);
  await stage.take('steered');
  await stage.type('a message for later');
  await agent.pane.sendKeys('Tab');
  await stage.sees(/↳ a message for later/);
  await stage.take('queued');
  await stage.type('and another');
  await agent.pane.sendKeys('Tab');
  await stage.sees(/↳ and another/);
  await stage.take('queued-two');
  await stage.sees(/ECHO: and another/);
  await stage.settled(1000);
  await stage.take('done');
  await stage.say('LINES=60 CHUNK=60 count');
  await stage.sees(/line 12 of 60/);
  await stage.take('streaming');
  await stage.press('Escape');
  await stage.take('interrupted-while-streaming');
  await stage.clear();
  await stage.say('DELAY=6000 wait for it');
  await stage.sees(/esc to interrupt/);
  await stage.press('Escape');
  await stage.take('interrupted');
  await stage.clear();
  await stage.say('FAIL=400 please');
  await stage.sees(/told to fail|400 Bad/);
  await stage.settled();
  await stage.take('error-400');
  await stage.say('FAIL=529 please');
  await stage.sees(/FAIL=529.*status 529/s);
  await stage.settled(2000);
  await stage.take('error-529');
  await stage.say(LOOKALIKE);
  await stage.settled(1000);
  await stage.take('idle-lookalike');
  await stage.say('/compact');
  await stage.sees(/Context compacted/);
  await stage.settled();
  await stage.take('compacted');
}

async function playDialogs(): Promise<void> {
  await using agent = await openAgent('codex');
  const stage = new Stage(agent);
  await stage.say('RUNTOOL{touch one.txt}');
  await stage.sees(/Press enter to confirm/);
  await stage.settled();
  await stage.take('permission');
  await stage.press('Down');
  await stage.take('permission-second');
  await stage.press('Down');
  await stage.take('permission-third');
  await stage.press('Escape');
  await stage.settled(1000);
  await stage.take('permission-refused');
  await stage.say('RUNTOOL{touch two.txt}');
  await stage.sees(/Press enter to confirm/);
  await stage.press('Enter');
  await stage.sees(/TOOL RESULT/);
  await stage.settled(1000);
  await stage.take('done-after-tool');
  await stage.say('/model');
  await stage.settled(1000);
  await stage.take('model-picker');
  await stage.press('Escape');
  await stage.say('/permissions');
  await stage.settled(1000);
  await stage.take('permissions-picker');
  await stage.press('Escape');
  await stage.say('/plan');
  await stage.settled(1000);
  await stage.take('plan-mode');
  await stage.say(`CALLTOOL=request_user_input${JSON.stringify(codexQuestion())}`);
  await stage.settled(2000);
  await stage.take('question');
  await stage.press('Down');
  await stage.take('question-second');
}

/** A question in an answer of Codex is no dialog; the dialog below it is one. */
async function playOwnQuestion(): Promise<void> {
  await using agent = await openAgent('codex');
  const stage = new Stage(agent);
  await stage.settled(1000);
  await stage.say(OWN_QUESTION);
  await agent.model.waitForAnswers();
  await stage.settled(1000);
  await stage.take('idle-own-question');
  await stage.say('and then');
  await stage.sees(/ECHO: and then/);
  await stage.settled(1000);
  await stage.take('idle-after-own-question');
  await stage.say('RUNTOOL{touch one.txt}');
  await stage.sees(/Press enter to confirm/);
  await stage.settled();
  await stage.take('permission-after-own-question');
}

async function playSmall(): Promise<void> {
  await using agent = await openAgent('codex', { size: { width: 80, height: 24 } });
  const stage = new Stage(agent, '-80x24');
  await stage.settled(1000);
  await stage.take('idle');
  await stage.paste(
    'a long line that wraps in the box of a small terminal, so that it takes more than one row',
  );
  await stage.take('typed-wrapped');
  await stage.clear();
  await stage.say('RUNTOOL{touch one.txt}');
  await stage.sees(/Press enter to confirm/);
  await stage.settled();
  await stage.take('permission');
}

/** There is no room for all choices. */
async function playTiny(): Promise<void> {
  await using agent = await openAgent('codex', { size: { width: 40, height: 10 } });
  const stage = new Stage(agent, '-40x10');
  await stage.settled(1000);
  await stage.take('idle');
  await stage.say('RUNTOOL{touch one.txt}');
  await stage.sees(/Press enter to confirm/);
  await stage.settled();
  await stage.take('permission');
}

/** The same in the form that Codex wants. */
function codexQuestion(): object {
  return {
    questions: QUESTION.questions.map(({ multiSelect, ...question }) => ({ id: 'colour', ...question })),
  };
}
