/** Removes the part of a line that a full disk, or a writer that was killed, has left at the end of the file `$log`. */
export const TRUNCATE_TO_WHOLE_LINES = `[ ! -s "$log" ] || [ "$(tail -c 1 "$log" | wc -l)" -gt 0 ] ||
  dd if=/dev/null of="$log" bs=1 seek=$(($(wc -c <"$log") - $(tail -n 1 "$log" | wc -c))) 2>/dev/null`;
