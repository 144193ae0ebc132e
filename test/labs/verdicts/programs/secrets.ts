import { asks, keys, type LabProgram, see, type } from '../lab-program.js';

const short = true;

/** Programs that ask for passwords or keys, some of them in a session or as a user of their own. */
export const secrets: readonly LabProgram[] = [
  asks('ssh-keygen: file', 'ssh-keygen -t ed25519', 'in which to save', { prompt: /save the key/ }),
  asks('ssh-keygen: passphrase', 'ssh-keygen -t ed25519 -f key', 'passphrase', {
    prompt: /passphrase/,
    short,
  }),
  asks(
    'ssh-keygen: overwrite',
    'ssh-keygen -q -t ed25519 -N "" -f key; ssh-keygen -t ed25519 -N "" -f key',
    'Overwrite',
    { prompt: /Overwrite/ },
  ),
  asks('ssh-keygen -p', 'ssh-keygen -q -t ed25519 -N secret -f key; ssh-keygen -p -f key', 'old passphrase', {
    prompt: /old passphrase/,
  }),
  asks('openssl passwd', 'openssl passwd', 'Password:', { prompt: /^Password:$/ }),
  asks('openssl genrsa -aes256', 'openssl genrsa -aes256 -out k 1024', /pass ?phrase/, {
    prompt: /pass ?phrase/,
  }),
  asks('openssl req', 'openssl req -new -newkey rsa:1024 -nodes -keyout k -out r', 'Country Name', {
    prompt: /Country Name/,
  }),
  asks('openssl enc', 'echo a | openssl enc -aes-256-cbc -pbkdf2 > f', 'password:', { prompt: /password:$/ }),
  asks(
    'gpg -c: pinentry-curses',
    'echo a > f; mkdir -m 700 .gnupg; echo "pinentry-program /usr/bin/pinentry-curses" > .gnupg/gpg-agent.conf; GPG_TTY=$(tty) gpg -c f',
    /Passphrase|passphrase/i,
    { needs: ['gpg', 'gpg-agent', 'pinentry-curses'], short },
  ),
  asks(
    'gpg -c: pinentry-tty',
    'echo a > f; mkdir -m 700 .gnupg; echo "pinentry-program /usr/bin/pinentry-tty" > .gnupg/gpg-agent.conf; GPG_TTY=$(tty) gpg -c f',
    /Passphrase:?/i,
    { needs: ['gpg', 'gpg-agent', 'pinentry-tty'], prompt: /Passphrase/i },
  ),
  asks(
    'gpg -c: loopback',
    'echo a > f; mkdir -m 700 .gnupg; gpg --pinentry-mode loopback -c f',
    /passphrase/i,
    { needs: ['gpg', 'gpg-agent'], prompt: /passphrase/i },
  ),
  asks('gpg: key name', 'mkdir -m 700 .gnupg; gpg --gen-key', 'Real name:', {
    needs: ['gpg', 'gpg-agent'],
    prompt: /^Real name:$/,
  }),
  asks('passwd of root', 'passwd', 'New password:', { prompt: /^New password:$/, only: 'root' }),
  asks('passwd inside su -c', 'su -s /bin/bash -c passwd', 'New password:', {
    prompt: /^New password:$/,
    only: 'root',
  }),
  asks('su: password', 'su -c true', 'Password:', {
    prompt: /^Password:$/,
    only: 'user',
    notIn: 'container',
  }),
  asks('sudo: password', 'sudo -k true', 'password', {
    prompt: /password/,
    only: 'user',
    notIn: 'container',
  }),
  asks('su -c: bash reads', 'su -s /bin/bash nobody -c \'read -p "nb? " x\'', 'nb?', {
    prompt: /^nb\?$/,
    only: 'root',
    short,
  }),
  asks('su -c: python reads', 'su -s /bin/bash nobody -c \'python3 -c "input(\\"py? \\")"\'', 'py?', {
    prompt: /^py\?$/,
    only: 'root',
    needs: ['su', 'python3'],
  }),
  asks('su --pty -c: bash reads', 'su --pty -s /bin/bash nobody -c \'read -p "pty? " x\'', 'pty?', {
    prompt: /^pty\?$/,
    only: 'root',
  }),
  asks('su: shell of another user', 'su -s /bin/sh nobody', /[$%] ?$/m, { only: 'root', idle: true }),
  asks('runuser: bash reads', 'runuser -u nobody -- bash -c \'read -p "ru? " x\'', 'ru?', {
    prompt: /^ru\?$/,
    only: 'root',
  }),
  asks('setpriv: sh reads', 'setpriv --reuid=65534 --clear-groups sh -c \'printf "sp? "; read x\'', 'sp?', {
    prompt: /^sp\?$/,
    only: 'root',
  }),
  asks('sudo -u: bash reads', 'sudo -u nobody bash -c \'read -p "su? " x\'', 'su?', {
    prompt: /^su\?$/,
    only: 'root',
  }),
  asks('chfn', 'chfn', ':', { only: 'root', prompt: /:/, needs: ['chfn'] }),
  asks('chsh', 'chsh', '[', { only: 'root', prompt: /\[/, needs: ['chsh'] }),
  asks('systemd-ask-password', 'systemd-ask-password "Token:"', 'Token:', { prompt: /Token:/ }),
  asks(
    'git: user name of a remote',
    'git init -q --bare r; git -c core.askPass= credential fill',
    [
      type('protocol=https'),
      keys('Enter'),
      type('host=example.org'),
      keys('Enter'),
      keys('Enter'),
      see('Username'),
    ],
    { prompt: /^Username/, needs: ['git'] },
  ),
];
