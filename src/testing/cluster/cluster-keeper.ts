/**
 * The `sh` program that owns the containerd of a cluster. Arguments: the folder of the cluster, the name of its group of
 * control groups, containerd. It reads the words `crash`, `stop` and `start`, says `running` and `ended`, and when its
 * input ends, which the kernel sees to when we are killed, it stops containerd and removes what that made: the processes
 * that are between containerd and the containers outlive it.
 */
export const clusterKeeper = `
folder=$1 group=$2 containerd=$3

start() {
  (
    TMPDIR=$folder "$containerd" -c "$folder/config.toml" < /dev/null >> "$folder/log" 2>&1 &
    echo $! > "$folder/pid"
    echo running
    wait $!
    echo ended
  ) &
  keeper=$!
}

start
while read -r word; do
  case $word in
    crash) kill -KILL "$(cat "$folder/pid")"; wait $keeper;;
    stop) kill -TERM "$(cat "$folder/pid")"; wait $keeper;;
    start) start;;
  esac
done
# An interrupt of the whole group must not stop the tidying up.
trap '' INT TERM HUP PIPE
kill -TERM "$(cat "$folder/pid")" 2> /dev/null
wait $keeper

# The sockets of shims lie in /run/containerd, whatever the configuration says.
for file in "$folder"/state/io.containerd.runtime.v2.task/*/*/address; do
  address=$(cat "$file" 2> /dev/null) && rm -f -- "\${address#unix://}"
done
for process in /proc/[0-9]*; do
  tr '\\000' ' ' < "$process/cmdline" 2> /dev/null | grep -qF "$folder/c.sock" || continue
  for child in $(cat "$process"/task/*/children 2> /dev/null); do kill -KILL "$child" 2> /dev/null; done
  kill -KILL "\${process#/proc/}" 2> /dev/null
done
while read -r _ mount _; do
  case $mount in "$folder"/*) umount -l "$mount" 2> /dev/null;; esac
done < /proc/mounts
tries=0
while tries=$((tries + 1)) && [ "$tries" -le 100 ]; do
  find /sys/fs/cgroup -maxdepth 4 -depth -path "*/$group*" -type d -exec rmdir {} + 2> /dev/null
  [ -n "$(find /sys/fs/cgroup -maxdepth 3 -name "$group" -type d 2> /dev/null)" ] || break
  sleep 0.1
done
rm -rf -- "$folder"
`;
