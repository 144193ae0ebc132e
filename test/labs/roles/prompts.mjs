// Programs of the npm packages that ask questions: prompts.mjs PACKAGE SCREEN, in a folder where they are installed.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const [, , kit, screen] = process.argv;
const here = createRequire(`${process.cwd()}/package.json`);
const load = async (name) => {
  const module = await import(pathToFileURL(here.resolve(name)).href);
  return { ...module.default, ...module };
};
const fruits = ['Apple', 'Banana', 'Cherry', 'Dragon fruit'];
const kits = { inquirer, clack, enquirer, prompts, ink, blessed, terminal };
await kits[kit](screen);

async function inquirer(what) {
  const { select, checkbox, input, confirm, password, search } = await load('@inquirer/prompts');
  const choices = fruits.map((name) => ({ name, value: name }));
  if (what === 'select') await select({ message: 'Which fruit?', choices });
  if (what === 'checkbox') await checkbox({ message: 'Which fruits?', choices });
  if (what === 'input') await input({ message: 'Project name', default: 'demo' });
  if (what === 'confirm') await confirm({ message: 'Overwrite the file?' });
  if (what === 'password') await password({ message: 'Password', mask: '*' });
  if (what === 'search')
    await search({
      message: 'Find',
      source: (term = '') => choices.filter(({ name }) => name.toLowerCase().includes(term)),
    });
}

async function clack(what) {
  const { intro, select, multiselect, text, confirm } = await load('@clack/prompts');
  intro('create-demo');
  const options = fruits.map((label) => ({
    label,
    value: label,
    ...(label === 'Cherry' && { hint: 'sour' }),
  }));
  if (what === 'select') await select({ message: 'Pick a fruit', options });
  if (what === 'multiselect') await multiselect({ message: 'Pick fruits', options });
  if (what === 'text') await text({ message: 'Where should it go?', placeholder: './demo' });
  if (what === 'confirm') await confirm({ message: 'Install now?' });
}

async function enquirer(what) {
  const { default: kit } = await load('enquirer');
  const choices = fruits;
  if (what === 'select') await kit.prompt({ type: 'select', name: 'x', message: 'Which fruit?', choices });
  if (what === 'multi')
    await kit.prompt({ type: 'multiselect', name: 'x', message: 'Which fruits?', choices });
  if (what === 'input') await kit.prompt({ type: 'input', name: 'x', message: 'Your name?' });
  if (what === 'confirm') await kit.prompt({ type: 'confirm', name: 'x', message: 'Go on?' });
}

async function prompts(what) {
  const { default: ask } = await load('prompts');
  const choices = fruits.map((title) => ({ title, value: title }));
  if (what === 'select') await ask({ type: 'select', name: 'x', message: 'Which fruit?', choices });
  if (what === 'multi') await ask({ type: 'multiselect', name: 'x', message: 'Which fruits?', choices });
  if (what === 'text') await ask({ type: 'text', name: 'x', message: 'Your name?' });
  if (what === 'toggle')
    await ask({ type: 'toggle', name: 'x', message: 'Sure?', active: 'yes', inactive: 'no' });
}

async function ink() {
  const [{ render }, { default: SelectInput }, { createElement }] = await Promise.all([
    load('ink'),
    load('ink-select-input'),
    load('react'),
  ]);
  render(
    createElement(SelectInput, {
      items: fruits.map((label) => ({ label, value: label })),
      onSelect: () => {},
    }),
  );
}

async function blessed(what) {
  const { default: kit } = await load('blessed');
  const screen = kit.screen({ smartCSR: true, title: 'demo' });
  const border = 'line';
  if (what === 'list') {
    const style = { selected: { bg: 'blue' } };
    const list = kit.list({
      parent: screen,
      label: ' Fruits ',
      border,
      style,
      keys: true,
      width: '50%',
      height: 10,
      items: fruits,
    });
    kit.box({
      parent: screen,
      label: ' Details ',
      border,
      left: '50%',
      width: '50%',
      height: 10,
      content: 'Nothing chosen',
    });
    kit.progressbar({
      parent: screen,
      border,
      label: ' Progress ',
      top: 10,
      height: 3,
      width: '50%',
      filled: 40,
      style: { bar: { bg: 'green' } },
    });
    list.focus();
  } else {
    const form = kit.form({
      parent: screen,
      keys: true,
      border,
      label: ' Order ',
      left: 'center',
      top: 'center',
      width: 44,
      height: 12,
    });
    kit.text({ parent: form, top: 1, left: 2, content: 'Name:' });
    kit
      .textbox({
        parent: form,
        name: 'name',
        top: 1,
        left: 9,
        height: 1,
        width: 24,
        inputOnFocus: true,
        style: { bg: 'blue' },
      })
      .focus();
    kit.checkbox({ parent: form, top: 3, left: 2, text: 'Gift wrap', mouse: true });
    const set = kit.radioset({ parent: form, top: 5, left: 2, height: 2, width: 30 });
    kit.radiobutton({ parent: set, top: 0, text: 'Fast', mouse: true, checked: true });
    kit.radiobutton({ parent: set, top: 1, text: 'Cheap', mouse: true });
    kit.button({
      parent: form,
      top: 8,
      left: 2,
      height: 1,
      width: 8,
      content: '[ Send ]',
      mouse: true,
      style: { focus: { bg: 'red' } },
    });
    kit.button({ parent: form, top: 8, left: 14, height: 1, width: 10, content: '[ Cancel ]', mouse: true });
  }
  screen.render();
}

async function terminal(what) {
  const { default: kit } = await load('terminal-kit');
  const { terminal: term } = kit;
  if (what === 'column') term.cyan('Which one?\n').singleColumnMenu(fruits, () => {});
  if (what === 'line') term.singleLineMenu(['File', 'Edit', 'View', 'Help'], () => {});
}
