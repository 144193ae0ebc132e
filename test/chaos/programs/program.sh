# A program whose output is known: program.sh JOB SEED LINES BURST PAUSE QUESTIONS ECHO CODE TRUTH
# What it really did goes to TRUTH/JOB.truth, outside of everything that is tested.
job=$1 x=$2 lines=$3 burst=$4 pause=$5 questions=$6 echo=$7 code=$8 truth=$9
note() { printf '%s\n' "$*" >>"$truth/$job.truth"; }
note "started $$"
i=0 asked=0
while [ "$i" -lt "$lines" ]; do
  i=$((i + 1)) x=$((x * 16807 % 2147483647))
  case $((x % 16)) in
    0) printf '%s %s %s \033[1mbold\033[0m\n' "$job" "$i" "$x" ;;
    1) printf '%s %s %s grüße ☃ 漢字\n' "$job" "$i" "$x" ;;
    2) printf '%s %s %s %0240d\n' "$job" "$i" "$x" 7 ;;
    3) printf '%s %s %s\ttab\t\n' "$job" "$i" "$x" ;;
    4) printf '\n' ;;
    *) printf '%s %s %s\n' "$job" "$i" "$x" ;;
  esac
  [ $((i % burst)) -gt 0 ] || sleep "$pause"
  if [ "$asked" -lt "$questions" ] && [ "$i" -eq $((lines * (asked + 1) / (questions + 1))) ]; then
    [ "$echo" = on ] || stty -echo
    printf 'Question %s of %s? ' "$asked" "$job"
    IFS= read -r answer || exit 99
    [ "$echo" = on ] || { stty echo; printf '\n'; }
    note "answer $asked $answer"
    asked=$((asked + 1))
  fi
done
if [ "$questions" -gt 0 ]; then
  # An answer that was sent twice is still in the terminal.
  stty -echo -icanon min 0 time 2
  extra=$(dd bs=512 count=1 2>/dev/null)
  stty echo icanon min 1 time 0
  [ -z "$extra" ] || note "extra $extra"
fi
note "end $code"
exit "$code"
