import { asks, type LabProgram, works } from '../lab-program.js';

const needs = ['node', 'npm-packages'];
const script = (code: string): string =>
  `ln -s "$LAB_NPM/node_modules" .; node --input-type=module -e '${code}'`;
const inquirer = (call: string): string => script(`import * as i from "@inquirer/prompts"; await i.${call}`);
const prompts = (question: string): string => script(`import p from "prompts"; await p(${question})`);
const enquirer = (question: string): string =>
  script(`import e from "enquirer"; await e.prompt(${question})`);
const clack = (code: string): string => script(`import * as p from "@clack/prompts"; ${code}`);
const colours = '[{title:"red",value:1},{title:"green",value:2},{title:"blue",value:3}]';

/** Question libraries of npm, and what shows progress. */
export const nodePackages: readonly LabProgram[] = [
  asks('inquirer: input', inquirer('input({message:"Your name?"})'), 'Your name?', {
    needs,
    prompt: /Your name\?/,
  }),
  asks('inquirer: confirm', inquirer('confirm({message:"Go on?"})'), 'Go on?', { needs, prompt: /Go on\?/ }),
  asks('inquirer: password', inquirer('password({message:"Token?"})'), 'Token?', {
    needs,
    prompt: /Token\?/,
  }),
  asks(
    'inquirer: select',
    inquirer('select({message:"Which colour?",choices:["red","green","blue"]})'),
    'blue',
    { needs, prompt: /^\W*Which colour\?/ },
  ),
  asks(
    'inquirer: checkbox',
    inquirer('checkbox({message:"Which ones?",choices:["red","green","blue"]})'),
    'blue',
    { needs, prompt: /^\W*Which ones\?/ },
  ),
  asks(
    'inquirer: rawlist',
    inquirer('rawlist({message:"Which number?",choices:["red","green","blue"]})'),
    'blue',
    { needs },
  ),
  asks('prompts: text', prompts('{type:"text",name:"a",message:"Your name?"}'), 'Your name?', {
    needs,
    prompt: /Your name\?/,
  }),
  asks('prompts: confirm', prompts('{type:"confirm",name:"a",message:"Go on?"}'), 'Go on?', {
    needs,
    prompt: /Go on\?/,
  }),
  asks(
    'prompts: select',
    prompts(`{type:"select",name:"a",message:"Which colour?",choices:${colours}}`),
    'blue',
    { needs, prompt: /^\W*Which colour\?/ },
  ),
  asks(
    'prompts: multiselect',
    prompts(`{type:"multiselect",name:"a",message:"Which ones?",choices:${colours}}`),
    'blue',
    { needs, prompt: /^\W*Which ones\?/ },
  ),
  asks(
    'prompts: toggle',
    prompts('{type:"toggle",name:"a",message:"On?",active:"yes",inactive:"no"}'),
    'On?',
    { needs, prompt: /On\?/ },
  ),
  asks('enquirer: input', enquirer('{type:"input",name:"a",message:"Your name?"}'), 'Your name?', {
    needs,
    prompt: /Your name\?/,
  }),
  asks('enquirer: confirm', enquirer('{type:"confirm",name:"a",message:"Go on?"}'), 'Go on?', {
    needs,
    prompt: /Go on\?/,
  }),
  asks(
    'enquirer: select',
    enquirer('{type:"select",name:"a",message:"Which colour?",choices:["red","green","blue"]}'),
    'blue',
    { needs, prompt: /^\W*Which colour\?/ },
  ),
  asks('clack: text', clack('await p.text({message:"Your name?"})'), 'Your name?', { needs }),
  asks('clack: confirm', clack('await p.confirm({message:"Go on?"})'), 'Go on?', { needs }),
  asks(
    'clack: select',
    clack('await p.select({message:"Which colour?",options:[{value:"red"},{value:"green"},{value:"blue"}]})'),
    'blue',
    { needs, prompt: /^\W*Which colour\?/ },
  ),
  asks('clack: password', clack('await p.password({message:"Token?"})'), 'Token?', { needs }),
  asks(
    'ink: useInput',
    script(
      'import React from "react"; import {render,Text,useInput} from "ink"; const A=()=>{useInput(()=>{});return React.createElement(Text,null,"Press y to deploy? (y/n)")}; render(React.createElement(A))',
    ),
    'Press y',
    { needs, prompt: /Press y/ },
  ),
  works(
    'ink: a clock that listens for keys',
    script(
      'import React,{useState,useEffect} from "react"; import {render,Text,useInput} from "ink"; const A=()=>{const [n,set]=useState(0);useInput(()=>{});useEffect(()=>{const t=setInterval(()=>set((x)=>x+1),1000);return ()=>clearInterval(t)},[]);return React.createElement(Text,null,"built "+n+" files (q to quit)")}; render(React.createElement(A))',
    ),
    'built',
    { needs },
  ),
  works(
    'clack: spinner',
    clack('const s=p.spinner(); s.start("Installing"); setTimeout(()=>{},600000)'),
    'Installing',
    { needs },
  ),
  works(
    'ora',
    script('import ora from "ora"; ora("Installing").start(); setTimeout(()=>{},600000)'),
    'Installing',
    { needs },
  ),
  works(
    'cli-progress',
    script(
      'import c from "cli-progress"; const b=new c.SingleBar({}); b.start(9999,0); setInterval(()=>b.increment(),200)',
    ),
    'progress',
    { needs },
  ),
  works(
    'listr2',
    script(
      'import {Listr} from "listr2"; await new Listr([{title:"Building",task:()=>new Promise((r)=>setTimeout(r,600000))}]).run()',
    ),
    'Building',
    { needs },
  ),
];
