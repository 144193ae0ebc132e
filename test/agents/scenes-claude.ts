import { openAgent } from './open-agent.js';
import { LOOKALIKE, numberedLines, numberedWords, QUESTION, TWO_QUESTIONS } from './scene-texts.js';
import { playMenus, playTrust } from './scenes.js';
import { Stage } from './stage.js';

/** Takes Claude Code through all its states. */
export async function playClaude(): Promise<void> {
  await playTrust('claude');
  await playInput();
  await playTurns();
  await playDialogs();
  await playSmall();
  await playTiny();
  await playScrolled();
  await playInline();
}

async function playInput(): Promise<void> {
  await using agent = await openAgent('claude');
  const stage = new Stage(agent);
  await stage.settled();
  await stage.take('idle');
  await stage.type('please read the code');
  await stage.take('typed');
  await stage.clear();
  await stage.type(`${'a long line that wraps in the box '.repeat(8)}end`);
  await stage.take('typed-wrapped');
  await stage.clear();
  await stage.paste('first line\nsecond line\nthird line');
  await stage.take('typed-three-lines');
  await stage.clear();
  await stage.paste(numberedLines(60));
  await stage.take('paste-collapsed');
  await stage.type(' and then tell me');
  await stage.take('paste-collapsed-and-text');
  await stage.clear();
  await stage.paste(`${'a line of many words '.repeat(52)}end`);
  await stage.take('paste-long-line');
  await stage.clear();
  await playMenus(stage);
}

async function playTurns(): Promise<void> {
  await using agent = await openAgent('claude');
  const stage = new Stage(agent);
  await stage.say('DELAY=9000 think about it');
  await stage.sees(/esc to interrupt/);
  await stage.take('working');
  await stage.type('and one more thing');
  await stage.take('working-typed');
  await agent.pane.sendKeys('Enter');
  await stage.sees(/edit queued/);
  await stage.take('queued');
  await stage.say('a second one');
  await stage.settled();
  await stage.take('queued-two');
  await stage.say(numberedLines(60));
  await stage.settled();
  await stage.take('queued-paste');
  await stage.sees(/● ECHO of/);
  await stage.settled(1000);
  await stage.take('done');
  await stage.say('a third turn');
  await stage.sees(/ECHO: a third turn/);
  await stage.sees(/❯.run the tests/);
  await stage.settled();
  await stage.take('ghost-suggestion');
  await stage.type('run the tes');
  await stage.take('ghost-suggestion-typed-over');
  await stage.clear();
  await stage.say('LINES=60 CHUNK=60 count');
  await stage.sees(/line 12 of 60/);
  await stage.take('streaming');
  await stage.press('Escape');
  await stage.take('interrupted-while-streaming');
  await stage.clear();
  await stage.say('DELAY=6000 wait for it');
  await stage.sees(/esc to interrupt/);
  await stage.settled();
  await stage.press('Escape');
  await stage.sees(/─\n❯.DELAY=6000 wait for it/);
  await stage.take('interrupted');
  await stage.clear();
  await stage.say('FAIL=400 please');
  await stage.sees(/API Error/);
  await stage.settled();
  await stage.take('error-400');
  await stage.clear();
  await stage.say('FAIL=529 please');
  await stage.sees(/FAIL=529.*(attempt|etrying|529)/s);
  await stage.take('error-529-retrying');
  await stage.press('Escape');
  await stage.clear();
  await stage.say(LOOKALIKE);
  await stage.settled(1000);
  await stage.take('idle-lookalike');
  await stage.say('/compact');
  await stage.sees(/Compacting/);
  await stage.take('compacting');
}

async function playDialogs(): Promise<void> {
  await using agent = await openAgent('claude');
  const stage = new Stage(agent);
  await stage.say('RUNTOOL{touch one.txt}');
  await stage.sees(/Do you want/);
  await stage.settled();
  await stage.take('permission');
  await stage.press('Down');
  await stage.take('permission-second');
  await stage.press('Down');
  await stage.take('permission-third');
  await stage.press('Escape');
  await stage.take('permission-refused');
  await stage.say(`CALLTOOL=Write{"file_path":"${agent.project}/new.txt","content":"one\\ntwo\\n"}`);
  await stage.sees(/Do you want/);
  await stage.settled();
  await stage.take('permission-write');
  await stage.press('Enter');
  await stage.settled(1000);
  await stage.take('done-after-tool');
  await stage.say(`CALLTOOL=AskUserQuestion${JSON.stringify(QUESTION)}`);
  await stage.sees(/Waiting for permission/);
  await stage.take('question-coming');
  await stage.sees(/Enter to select/);
  await stage.settled();
  await stage.take('question');
  await stage.press('Down');
  await stage.take('question-second');
  await stage.press('Down', 'Down');
  await stage.take('question-other');
  await stage.type('purple');
  await stage.take('question-other-typed');
  await stage.press('Escape');
  await stage.settled(1000);
  await stage.say(`CALLTOOL=AskUserQuestion${JSON.stringify(TWO_QUESTIONS)}`);
  await stage.sees(/Enter to select/);
  await stage.settled();
  await stage.take('question-several');
  await stage.press('Escape');
  await stage.settled(1000);
  await stage.say('/model');
  await stage.settled(1000);
  await stage.take('model-picker');
}

async function playSmall(): Promise<void> {
  await using agent = await openAgent('claude', { size: { width: 80, height: 24 } });
  const stage = new Stage(agent, '-80x24');
  await stage.settled();
  await stage.take('idle');
  await stage.type(
    'a long line that wraps in the box of a small terminal, so that it takes more than one row',
  );
  await stage.take('typed-wrapped');
  await stage.clear();
  await stage.say('RUNTOOL{touch one.txt}');
  await stage.sees(/Do you want/);
  await stage.settled();
  await stage.take('permission');
}

/** There is no room for all choices. */
async function playTiny(): Promise<void> {
  await using agent = await openAgent('claude', { size: { width: 40, height: 10 } });
  const stage = new Stage(agent, '-40x10');
  await stage.settled(1000);
  await stage.take('idle');
  await stage.say('RUNTOOL{touch one.txt}');
  await stage.sees(/Do you want/);
  await stage.settled();
  await stage.take('permission');
}

/** There is no room for the whole text in the box. */
async function playScrolled(): Promise<void> {
  await using agent = await openAgent('claude', { size: { width: 60, height: 20 } });
  const stage = new Stage(agent, '-60x20');
  await stage.settled(1000);
  await stage.paste(numberedWords(120));
  await stage.take('typed-scrolled');
  await stage.press(...Array.from({ length: 5 }, () => 'Up'));
  await stage.take('typed-scrolled-middle');
  await stage.press(...Array.from({ length: 12 }, () => 'Up'));
  await stage.take('typed-scrolled-begin');
}

/** In terminals that it does not know it leaves the alternate screen alone. */
async function playInline(): Promise<void> {
  await using agent = await openAgent('claude', { env: { TERM_PROGRAM: '' } });
  const stage = new Stage(agent, '-inline');
  await stage.settled();
  await stage.take('idle');
  await stage.type('please read the code');
  await stage.take('typed');
  await stage.clear();
  await stage.say('DELAY=6000 think about it');
  await stage.sees(/esc to interrupt/);
  await stage.take('working');
  await stage.say('and one more thing');
  await stage.sees(/edit queued/);
  await stage.take('queued');
  await stage.sees(/ECHO: and one more thing/);
  await stage.settled(1000);
  await stage.say('RUNTOOL{touch one.txt}');
  await stage.sees(/Do you want/);
  await stage.settled();
  await stage.take('permission');
}
