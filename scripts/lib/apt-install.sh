#!/bin/sh
# Installs the packages named as arguments, without starting the services that they bring.
set -eu

policy=/usr/sbin/policy-rc.d
kept=$policy.kept-by-muxwright

restore() {
  if [ -e "$kept" ] || [ -L "$kept" ]; then mv -f "$kept" "$policy"; else rm -f "$policy"; fi
}

# A kept file that is there already was left by a run that was killed: it is the real one.
if [ ! -e "$kept" ] && { [ -e "$policy" ] || [ -L "$policy" ]; }; then mv "$policy" "$kept"; fi
trap restore EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
trap 'exit 129' HUP

# 101: the service manager must not act.
printf '#!/bin/sh\nexit 101\n' >"$policy"
chmod 755 "$policy"

export DEBIAN_FRONTEND=noninteractive NEEDRESTART_SUSPEND=1
apt-get -qq -o DPkg::Lock::Timeout=300 update
# What goes wrong is told on stderr.
apt-get -qq -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 install -y --no-install-recommends "$@" >/dev/null
