/**
 * The `sh` program that owns a private engine. Arguments: the engine's folder, its data folder, dockerd. It reads the
 * words `crash` and `start`, says `busy`, `running` and `ended`, and when its input ends, which the kernel sees to
 * when we are killed, it stops the engine and removes what it made.
 *
 * The lock on the data is inherited by dockerd and what that starts, so it is held until the last of them is gone.
 */
export const engineKeeper = `
folder=$1 data=$2 dockerd=$3
mkdir -p "$data"
exec 9> "$data.lock"
flock -n 9 || { echo busy; exit; }

start() {
  (
    # A containerd that is slow to end writes its stacks into the folder for temporary files.
    TMPDIR=$folder "$dockerd" --config-file "$folder/daemon.json" --data-root "$data" --exec-root "$folder/e" -p "$folder/pid" \\
      -H "unix://$folder/s" --bridge=none --iptables=false --ip6tables=false --ip-forward=false --ip-masq=false \\
      --shutdown-timeout=5 < /dev/null >> "$folder/log" 2>&1 &
    echo $! > "$folder/engine"
    echo running
    wait $!
    echo ended
  ) &
  keeper=$!
}

start
while read -r word; do
  case $word in
    crash)
      kill -KILL "$(cat "$folder/engine")"
      wait $keeper
      # The engine's containerd dies with it, but until its parent has looked at it a new one would take it for alive.
      rm -f "$folder/e/containerd/containerd.pid";;
    start) start;;
  esac
done
# An interrupt of the whole group must not stop the tidying up.
trap '' INT TERM HUP PIPE
kill -TERM "$(cat "$folder/engine")" 2> /dev/null
wait $keeper

# What a crashed engine leaves: shims, which carry its folder in their arguments, and the containers under them.
for process in /proc/[0-9]*; do
  tr '\\000' ' ' < "$process/cmdline" 2> /dev/null | grep -qF "$folder/e/containerd" || continue
  kill -KILL $(cat "$process"/task/*/children 2> /dev/null) "\${process#/proc/}" 2> /dev/null
done
while read -r _ mount _; do
  case $mount in "$folder"/*|"$data"|"$data"/*) umount -l "$mount" 2> /dev/null;; esac
done < /proc/mounts
[ "$data" = "$folder/data" ] && rm -f "$data.lock"
rm -rf "$folder"
`;
