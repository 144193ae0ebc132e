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
# DPkg::Lock::Timeout is not used for the lists: where another apt-get updates them, try again until it is done.
tries=60
until message=$(LC_ALL=C apt-get -qq update 2>&1); do
  tries=$((tries - 1))
  case $message in *'Could not get lock'*) ;; *) tries=0 ;; esac
  if [ "$tries" -eq 0 ]; then
    printf '%s\n' "$message" >&2
    exit 100
  fi
  sleep 5
done
# What goes wrong is told on stderr.
apt-get -qq -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 install -y --no-install-recommends "$@" >/dev/null
