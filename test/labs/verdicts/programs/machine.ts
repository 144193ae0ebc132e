import { asks, idles, keys, type LabProgram, see, type, waits } from '../lab-program.js';

const local = { notIn: 'container' } as const;

/** A question of debconf, in one of its frontends, with a database of its own. */
const debconf = (frontend: string, kind: string): string => `cat > debconf.conf <<'END'
Config: answers
Templates: templates

Name: answers
Driver: File
Filename: answers.dat

Name: templates
Driver: File
Filename: templates.dat
END
cat > lab.templates <<'END'
Template: lab/question
Type: ${kind}
Choices: red, green, blue
Description: Which colour?
 The lab wants to know.
END
cat > ask.sh <<'END'
. /usr/share/debconf/confmodule
db_x_loadtemplatefile "$LAB_PROGRAM/lab.templates" lab
db_input critical lab/question
db_go
END
DEBCONF_SYSTEMRC=$PWD/debconf.conf DEBIAN_FRONTEND=${frontend} debconf -olab sh ask.sh`;

/** Two packages of a repository in this folder, of which one needs the other. */
const APT = `mkdir -p a/DEBIAN b/DEBIAN state/lists/partial cache/archives/partial
printf 'Package: lab-a\\nVersion: 1\\nArchitecture: all\\nMaintainer: a <a@b>\\nDescription: a\\nDepends: lab-b\\n' > a/DEBIAN/control
printf 'Package: lab-b\\nVersion: 1\\nArchitecture: all\\nMaintainer: a <a@b>\\nDescription: b\\n' > b/DEBIAN/control
dpkg-deb -b a . > log && dpkg-deb -b b . >> log
for d in lab-*.deb; do dpkg-deb -f $d; echo "Filename: ./$d"; echo "Size: $(stat -c %s $d)"; echo "SHA256: $(sha256sum $d | cut -d' ' -f1)"; echo; done > Packages
: > status; echo "deb [trusted=yes] file:$PWD ./" > sources.list
apt="apt-get -o Dir::State=$PWD/state -o Dir::State::status=$PWD/status -o Dir::Cache=$PWD/cache -o Dir::Etc::sourcelist=$PWD/sources.list -o Dir::Etc::sourceparts=- -o Debug::NoLocking=1 -o APT::Sandbox::User=root"
$apt -qq update 2>> log
`;

/** Version 2 of a package whose configuration was changed since version 1. */
const CONFFILE = `mkdir -p root/var/lib/dpkg/info root/var/lib/dpkg/updates p/DEBIAN p/etc; touch root/var/lib/dpkg/status root/var/lib/dpkg/available
build() { printf "Package: lab-c\\nVersion: $1\\nArchitecture: all\\nMaintainer: a <a@b>\\nDescription: c\\n" > p/DEBIAN/control; echo "setting=$1" > p/etc/lab.conf; echo /etc/lab.conf > p/DEBIAN/conffiles; dpkg-deb --root-owner-group -b p c$1.deb; }
(build 1; dpkg --root=$PWD/root --force-not-root --force-bad-path -i c1.deb) > log 2>&1
echo mine > root/etc/lab.conf; build 2 > log
dpkg --root=$PWD/root --force-not-root --force-bad-path -i c2.deb`;

const postgres = (client: string): string => `chmod 711 .. .; mkdir d; run=
[ $(id -u) != 0 ] || { chown 65534 d; run='setpriv --reuid=65534 --clear-groups'; }
bin=$(echo /usr/lib/postgresql/*/bin); $run $bin/initdb -A trust -U lab --no-sync -D d/pg > d.log
$run $bin/pg_ctl -D d/pg -w -s -o "-k $PWD/d -h ''" -l d/log start
PSQLRC=/dev/null PAGER=less psql -h $PWD/d -U lab ${client} postgres`;

const needsPostgres = ['psql', 'setpriv'];

/** What asks while a machine is looked after: packages, accounts, disks, databases. */
export const machine: readonly LabProgram[] = [
  asks('debconf: dialog, select', debconf('dialog', 'select'), 'Which colour?', {
    needs: ['debconf', 'whiptail'],
  }),
  asks('debconf: dialog, boolean', debconf('dialog', 'boolean'), 'Which colour?', {
    needs: ['debconf', 'whiptail'],
  }),
  asks('debconf: dialog, password', debconf('dialog', 'password'), 'Which colour?', {
    needs: ['debconf', 'whiptail'],
  }),
  asks('debconf: readline, select', debconf('readline', 'select'), /Which colour\?\s*$/m, {
    needs: ['debconf'],
    prompt: /colour\?/,
  }),
  asks('debconf: teletype, boolean', debconf('teletype', 'boolean'), /colour\? \[yes\/no\]/, {
    needs: ['debconf'],
    prompt: /\[yes\/no\]/,
  }),
  asks('debconf: teletype, string', debconf('teletype', 'string'), /Which colour\?\s*$/m, {
    needs: ['debconf'],
    prompt: /colour\?/,
  }),
  idles('debconf: editor', `export EDITOR='vim -u NONE'; ${debconf('editor', 'select')}`, 'Which colour?', {
    needs: ['debconf', 'vim'],
  }),
  asks(
    'dpkg-reconfigure: dialog',
    'cp /var/cache/debconf/*.dat .; sed "s|/var/cache/debconf|$PWD|" /etc/debconf.conf > debconf.conf; DEBCONF_SYSTEMRC=$PWD/debconf.conf env -u DEBIAN_FRONTEND dpkg-reconfigure -fdialog debconf',
    /Interface|frontend/i,
    { needs: ['dpkg-reconfigure', 'whiptail'], only: 'root', ...local },
  ),
  asks('apt-get install: continue?', `${APT}$apt install lab-a`, '[Y/n]', {
    needs: ['apt-get', 'dpkg-deb'],
    prompt: /Do you want to continue\? \[Y\/n\]/,
  }),
  asks('dpkg: configuration file', CONFFILE, /\[default=N\]/, {
    needs: ['dpkg', 'dpkg-deb'],
    prompt: /default=N/,
    only: 'root',
  }),
  asks('update-alternatives --config', 'update-alternatives --config editor', 'type selection number', {
    prompt: /selection number/,
    ...local,
  }),
  asks(
    'adduser: password',
    `unshare -m sh -c 'cp -a /etc e; mount --bind e /etc; mkdir h; mount --bind h /home; adduser lab-person'`,
    'New password:',
    { prompt: /^New password:$/, needs: ['adduser', 'unshare'], only: 'root', ...local },
  ),
  asks(
    'adduser: name',
    `unshare -m sh -c 'cp -a /etc e; mount --bind e /etc; mkdir h; mount --bind h /home; adduser --disabled-password lab-person'`,
    'Full Name',
    { prompt: /Full Name/, needs: ['adduser', 'unshare'], only: 'root', ...local },
  ),
  idles('crontab -e', "EDITOR='vim -u NONE' crontab -e", '#', { only: 'root', ...local }),
  idles(
    'visudo -f',
    'touch f; chmod 440 f; printf \'#!/bin/sh\\nexec vim -u NONE "$@"\\n\' > ed; chmod +x ed; EDITOR=$PWD/ed visudo -f f',
    /"?f\.tmp/,
    { needs: ['visudo', 'vim'], only: 'root' },
  ),
  asks(
    'visudo: What now?',
    "touch f; chmod 440 f; printf '#!/bin/sh\\nfor f; do :; done; echo nonsense here > $f\\n' > ed; chmod +x ed; EDITOR=$PWD/ed visudo -f f",
    'What now?',
    { prompt: /What now\?/, needs: ['visudo'], only: 'root' },
  ),
  asks('fdisk', 'truncate -s 10M img; fdisk img', '(m for help)', {
    prompt: /m for help/,
    needs: ['fdisk'],
  }),
  idles('cfdisk', 'truncate -s 10M img; echo ",," | sfdisk -q img; cfdisk img', 'Quit', {
    needs: ['cfdisk', 'sfdisk'],
  }),
  asks('mkfs: proceed?', 'truncate -s 10M img; mkfs.ext4 -q img; mkfs.ext4 img', 'Proceed anyway', {
    prompt: /Proceed anyway/,
    needs: ['mkfs.ext4'],
  }),
  asks('psql: password', 'psql -W -h 127.0.0.1 -p 1 -U lab lab', 'Password', { prompt: /^Password/ }),
  idles('psql: prompt', postgres(''), 'postgres=#', { needs: needsPostgres }),
  waits('psql: continuation', postgres(''), [
    see('postgres=#'),
    type('select 1'),
    keys('Enter'),
    see('postgres-#'),
  ]),
  idles('psql: pager', postgres('-c "select generate_series(1, 500)"'), '20', {
    needs: [...needsPostgres, 'less'],
  }),
  asks('mariadb: password', 'mariadb -p -h 127.0.0.1 -P 1', 'Enter password:', {
    prompt: /^Enter password:$/,
  }),
  idles('sftp', 'sftp -D /usr/lib/openssh/sftp-server', 'sftp>'),
  idles('R', 'R --vanilla -q', '>'),
  asks(
    'R: quit question',
    'R --no-restore --no-init-file --no-site-file -q',
    [see('>'), type('q()'), keys('Enter'), see('[y/n/c]')],
    {
      prompt: /Save workspace image/,
    },
  ),
  asks('docker: yes or no', 'docker -H unix:///nowhere system prune', '[y/N]', {
    prompt: /continue\? \[y\/N\]/,
    needs: ['docker'],
  }),
  asks('docker: password', 'docker login -u lab 127.0.0.1:1', 'Password:', {
    prompt: /^Password:/,
    needs: ['docker'],
  }),
  asks('docker: user name', 'docker login 127.0.0.1:1', 'Username:', {
    prompt: /^Username:/,
    needs: ['docker'],
  }),
];
