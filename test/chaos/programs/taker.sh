# Takes lines until one says quit: taker.sh NAME TRUTH. What it was given goes to TRUTH/NAME.lines.
printf 'ready\n'
while IFS= read -r line; do
  printf '%s\n' "$line" >>"$2/$1.lines"
  [ "$line" != quit ] || exit 0
done
