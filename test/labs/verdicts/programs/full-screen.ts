import { asks, idles, keys, type LabProgram, see, type, waits } from '../lab-program.js';

const short = true;
const curses = (body: string): string =>
  `python3 -c 'import curses\ndef main(s):\n${body
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n')}\ncurses.wrapper(main)'`;

/** Pagers, editors, dialogs, file managers. */
export const fullScreen: readonly LabProgram[] = [
  idles('less', 'seq 500 > f; less f', '20', { needs: ['less'], short }),
  idles('seq | less', 'seq 200000 | less', '20', { needs: ['less'] }),
  waits('less: search', 'seq 500 > f; less f', [see('20'), keys('/'), type('12'), see('/12')], {
    needs: ['less'],
  }),
  waits('more', 'seq 500 > f; more f', '--More--', { needs: ['more'] }),
  idles('most', 'seq 500 > f; most f', '20', { needs: ['most'] }),
  idles('man', 'MANPAGER=less man man', /MAN|manual/i, { needs: ['man', 'less'] }),
  idles(
    'git log',
    'git init -q .; for i in $(seq 40); do git -c user.name=a -c user.email=b commit -q --allow-empty -m "c $i"; done; git -c core.pager=less log',
    'c 40',
    { needs: ['git', 'less'] },
  ),
  idles('vim: normal', 'vim -u NONE f', '[New', {}),
  idles('vim: insert', 'vim -u NONE f', [see('[New'), type('ihello'), see('hello')], { short }),
  waits('vim: command line', 'vim -u NONE f', [see('[New'), type(':set'), see(':set')]),
  asks(
    'vim: save question',
    'vim -u NONE f',
    [
      see('[New'),
      type('ihello'),
      keys('Escape'),
      see(/^hello/m),
      type(':confirm q'),
      keys('Enter'),
      see('(C)ancel'),
    ],
    { prompt: /ancel:?/ },
  ),
  asks(
    'vim: swap file',
    'echo a > f; vim -u NONE -n f -c q; printf "" > .f.swp; vim -u NONE f',
    /swap|E325/i,
    {},
  ),
  idles('vim: defaults', 'vim f', 'f', {}),
  idles('vi of busybox', 'busybox vi f', '- f', { needs: ['busybox'] }),
  idles('nano', 'nano f', 'GNU nano', {}),
  asks(
    'nano: save question',
    'nano f',
    [see('GNU nano'), type('hello'), see('hello'), keys('C-x'), see('Save modified')],
    { prompt: /Save modified buffer/, short },
  ),
  waits('nano: search', 'nano f', [see('GNU nano'), keys('C-w'), see('Search')]),
  idles('emacs', 'emacs -nw -Q f', /f\s+All/, { needs: ['emacs'] }),
  asks(
    'emacs: quit question',
    'emacs -nw -Q f',
    [see(/f\s+All/), type('hello'), see('hello'), keys('C-x'), keys('C-c'), see(/Save file/)],
    { prompt: /Save file/, needs: ['emacs'] },
  ),
  idles('joe', 'joe f', 'Joe', {}),
  idles('ne', 'ne f', 'L:', {}),
  idles('micro', 'micro f', 'f', {}),
  waits('mc', 'mc -x -a', /Left|Hint|Quit/, {}),
  idles('mcedit', 'mcedit f', 'Help', {}),
  idles('vifm', 'vifm', /\.\.|files|vifm/i, {}),
  idles('nnn', 'touch a b; nnn', 'b', {}),
  idles('ncdu', 'echo a > b; ncdu .', /ncdu|Total/, {}),
  idles(
    'tig',
    'git init -q .; git -c user.name=a -c user.email=b commit -q --allow-empty -m first; tig',
    'first',
    { needs: ['tig', 'git'] },
  ),
  idles('w3m', 'echo "<p>hello</p>" > a.html; w3m a.html', 'hello', {}),
  idles('lynx', 'echo "<p>hello</p>" > a.html; lynx a.html', 'hello', {}),
  asks(
    'git commit: editor',
    'git init -q .; GIT_EDITOR="vim -u NONE" git -c user.name=a -c user.email=b commit --allow-empty',
    'Please enter',
    { needs: ['git', 'vim'], idle: true },
  ),
  asks(
    'git add -p',
    'git init -q .; echo a > f; git add f; git -c user.name=a -c user.email=b commit -q -m x; echo b > f; git -c core.pager=cat add -p',
    'Stage this hunk',
    { prompt: /Stage this hunk/, needs: ['git'], short },
  ),
  asks('git clean -i', 'git init -q .; touch junk; git clean -i', 'What now>', {
    prompt: /What now>/,
    needs: ['git'],
  }),
  idles(
    'git rebase -i',
    'git init -q .; for i in 1 2 3; do git -c user.name=a -c user.email=b commit -q --allow-empty -m "c $i"; done; GIT_EDITOR="vim -u NONE" git -c user.name=a -c user.email=b rebase -i HEAD~2',
    'pick',
    { needs: ['git', 'vim'] },
  ),
  asks('whiptail --yesno', 'whiptail --yesno "Really?" 8 30', 'Really?', {}),
  asks('whiptail --msgbox', 'whiptail --msgbox "Done." 8 30', 'Done.', {}),
  asks('whiptail --inputbox', 'whiptail --inputbox "Name?" 8 30', 'Name?', {}),
  asks('whiptail --passwordbox', 'whiptail --passwordbox "Pass?" 8 30', 'Pass?', {}),
  asks('whiptail --menu', 'whiptail --menu "Pick one?" 12 30 3 a first b second', 'second', {}),
  asks(
    'whiptail --checklist',
    'whiptail --checklist "Pick some?" 12 30 3 a first on b second off',
    'second',
    {},
  ),
  asks('dialog --yesno', 'dialog --yesno "Really?" 8 30', 'Really?', {}),
  asks('dialog --inputbox', 'dialog --inputbox "Name?" 8 30', 'Name?', {}),
  asks('dialog --menu', 'dialog --menu "Pick one?" 12 30 3 a first b second', 'second', {}),
  waits('dialog --calendar', 'dialog --calendar "When?" 3 40', 'When?', {}),
  asks('dialog --timeout', 'dialog --timeout 60 --yesno "Soon?" 8 30', 'Soon?', {}),
  waits('fzf', 'seq 20 | fzf', '20/20', {}),
  waits('fzf while its list is being made', '(seq 20; sleep 600) | fzf', '20/20', {}),
  waits('fzf with a query', 'seq 200 | fzf', [see('200/200'), type('12'), see('> 12')], {}),
  asks(
    'python: curses question',
    curses('s.addstr(5,2,"Delete everything? [y/n] ")\ns.refresh()\ns.getch()'),
    'Delete everything?',
    { prompt: /Delete everything\?/, needs: ['python3'] },
  ),
  waits(
    'python: curses menu',
    curses(
      'import sys\ns.addstr(1,1,"Pick a colour?")\nfor i,c in enumerate(["red","green","blue"]): s.addstr(3+i,2,c,curses.A_REVERSE if i==0 else 0)\ns.refresh()\ns.getch()',
    ),
    'blue',
    { needs: ['python3'] },
  ),
  waits(
    'python: curses polls ten times a second, draws nothing',
    curses('s.addstr(1,1,"quiet board")\ns.refresh()\ns.timeout(100)\nwhile s.getch()<0: pass'),
    'quiet board',
    { needs: ['python3'], short },
  ),
];
