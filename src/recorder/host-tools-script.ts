/** Finds what a recorder can run in, and sets `$filter` to its command, or to nothing. */
export const FILTER_SCRIPT = `runs() { "$@" 'BEGIN { exit 0 }' </dev/null >/dev/null 2>&1; }
filter=
if perl -e 1 2>/dev/null; then filter=perl
elif runs gawk; then filter=gawk
elif runs mawk; then filter=mawk
elif runs busybox awk; then filter='busybox awk'
elif runs awk; then filter=awk
fi`;

/**
 * Looks at a host, and makes the folder for the files of runs. `$1` is a folder that was asked for, or empty. Prints,
 * each with a NUL behind it: uid, system, machine, path of bash, command of the filter, what that says of its version,
 * what is wrong with the folder (or nothing), the folder, and what a program said about it.
 */
export const TOOLS_SCRIPT = `LC_ALL=C; export LC_ALL
umask 077
uid=$(id -u)

# The owner and the mode of a path, as of the link where it is one.
look() {
  set -- $(ls -ldn -- "$1" 2>/dev/null)
  mode=$1 owner=$3
}

# Whether a folder is ours; it is made where it is missing. What is wrong goes to $problem.
own() {
  problem= said=
  case $1 in /*) ;; *) problem=relative; return 1;; esac
  [ -e "$1" ] || [ -L "$1" ] || said=$(mkdir -p -- "$1" 2>&1) || { problem=make; return 1; }
  look "$1"
  case $mode in
    l*)
      [ "$owner" = "$uid" ] || [ "$owner" = 0 ] || { problem=link; return 1; }
      look "$1/."
    ;;
  esac
  case $mode in d*) ;; *) problem=kind; return 1;; esac
  [ "$owner" = "$uid" ] || { problem=owner; return 1; }
}

# Whether nobody else can put something into a folder of ours, or exchange what is in it. A missing one is made.
closed() {
  own "$1" || return 1
  case $mode in ?????w*|????????w*) problem=open; return 1;; esac
}

# Whether a folder will do. $2 is "mine" where nothing but files of runs can be in it.
usable() {
  own "$1" || return 1
  case $mode in
    drwx--[-S]---*) ;;
    *)
      # Who names /tmp, or a folder that others look into, does not mean that they shall be locked out.
      [ "$2" = mine ] || [ -z "$(ls -A -- "$1" 2>&1)" ] || { problem=shared; return 1; }
      # What others have put there already would be taken for ours.
      [ -z "$(ls -A -- "$1" 2>&1)" ] || closed "$1" || return 1
      said=$(chmod 700 "$1/." 2>&1) || { problem=write; return 1; }
    ;;
  esac
  probe=$1/.probe-$$
  said=$( { echo probe > "$probe" && read -r word < "$probe" && echo "$word"; } 2>&1 ) && [ "$said" = probe ] ||
    { problem=write; rm -f -- "$probe"; return 1; }
  said=$(mkfifo "$probe.pipe" 2>&1) || problem=pipe
  rm -f -- "$probe" "$probe.pipe"
  [ -z "$problem" ]
}

# The folder of runs, in a state folder that is ours alone to write to.
inState() {
  state=\${folder%/runs}
  closed "$state" || { case $problem in make|relative) ;; *) folder=$state;; esac; return 1; }
  usable "$folder" mine
}

choose() {
  folder=$1
  if [ -n "$folder" ]; then usable "$folder" given; return; fi
  if [ -n "$MUXWRIGHT_HOME" ]; then folder=$MUXWRIGHT_HOME/runs; inState; return; fi
  case $XDG_STATE_HOME in
    /*) folder=$XDG_STATE_HOME/muxwright/runs;;
    *) case $HOME in /*) folder=$HOME/.local/state/muxwright/runs;; esac;;
  esac
  [ -n "$folder" ] && inState && return
  # Others may make folders in /tmp too: neither this one nor the one in it may be theirs.
  folder=/tmp/muxwright-$uid
  own "$folder" && { chmod 700 "$folder/." 2>/dev/null; folder=$folder/runs; usable "$folder" mine; }
}

${FILTER_SCRIPT}
case $filter in
  ''|perl|busybox*) version=$filter;;
  # The first version of mawk wants -W; busybox says what it is when it is asked for help.
  *) version=$($filter -W version </dev/null 2>&1 | head -n 1; $filter --help </dev/null 2>&1 | head -n 1);;
esac
bash=$(command -v bash)
case $bash in /*) ;; *) bash=;; esac

choose "$1"
set -- $(uname -sm)
printf '%s\\000' "$uid" "$1" "$2" "$bash" "$filter" "$version" "$problem" "$folder" "$said"
`;
