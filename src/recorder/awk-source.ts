/**
 * The recorder in awk: what mawk, gawk and busybox have in common, and for LC_ALL=C, where a character is a byte.
 * `<<NAME>>` is filled in by `awkProgram`, and lines of comment are left out of what is sent.
 *
 * awk cannot see whether more input waits. To write each line by itself is too slow for a flood (1 MB/s of short
 * lines), and `pipe-pane` holds no program back: tmux would keep the rest in its memory. So a `dd` for each read takes
 * what is there, and awk works on that in bulk. Of 110-byte lines mawk, gawk and busybox so stamp 225, 125 and 77 MB/s
 * (line by line in the same frames 227, 55, 47), of `yes` 39, 15 and 3.4 (14, 5, 1.8). The price is a process for
 * each read, about a millisecond. One long-lived `dd` loop in front of awk, with a nonce behind each read, costs
 * half of that, but mawk does not look at a record before its own buffer is full.
 */
export const AWK_SOURCE = String.raw`
# By a shell: an awk ends when it cannot open a file.
function mark(text) { return !system("{ echo '" text "' >>" MARKS "; } 2>/dev/null") }

function open_log() { if (system("{ command : >>" LOG "; } 2>/dev/null")) fail(); else opened = 1 }

function position() { return sprintf("%.0f", base + size) }

function file_size(path,  command, bytes) {
  command = "[ ! -e " path " ] || wc -c <" path
  bytes = 0
  command | getline bytes
  close(command)
  return bytes + 0
}

# A disk that is full must not make tmux hold everything in its memory: output is discarded until the log can be
# written again.
function fail(  command) {
  failed = 1
  tried = second
  close(LOG)
  truncate_to_whole_lines()
  command = <<FAULT_NAME>> "; faultname " ID ".probe; " (opened ? "[ -e " LOG " ] || fault=ENOENT; " : "") "printf %s $fault"
  fault = "EIO"
  command | getline fault
  close(command)
  tell_fault()
}

# A read-only disk has no room for the fault either: it is told as soon as that is possible.
function tell_fault() {
  if (!fault_marked) fault_marked = mark("fault " fault " " position())
  if (!fault_told) fault_told = !system("{ printf %s " fault " >" ID ".fault; } 2>/dev/null")
}

# True once the log can be written again. A line says that output is missing. A log that was removed stays so.
function resume() {
  if (second == tried || fault == "ENOENT") return 0
  tried = second
  tell_fault()
  if (!fault_told) return 0
  size = file_size(LOG)
  failed = 0
  append_gap()
  if (!failed) check_size()
  if (!failed) fault_told = fault_marked = 0
  return !failed
}

function append_gap(  at) {
  open_log()
  at = position()
  append_rotating(JSON ? json_form(<<GAP>> "\n") : text_form(<<GAP>> "\n"))
  if (!failed) mark("gap " at)
}

# A disk that is full, and a filter that was killed, leave a part of a line.
function truncate_to_whole_lines() {
  if (!size) return
  system("log=" LOG "; " <<WHOLE_LINES>>)
  size = file_size(LOG)
}

# busybox does not say that a write failed, and two recorders may overlap for a moment: the file itself is asked.
function check_size(  actual) {
  actual = file_size(LOG)
  if (actual < size) fail()
  else size = actual
}

function append(out) {
  print out >> LOG
  size += length(out)
  if (fflush(LOG) == -1) fail()
}

function rotate() {
  close(LOG)
  if (system("mv -f " LOG " " LOG "." position_of(base))) { max = 0; return }
  segment[++segments] = position_of(base)
  base += size
  size = 0
  while (segments - oldest > KEEP) system("rm -f " LOG "." segment[++oldest])
  open_log()
}

function position_of(number) { return sprintf("%.0f", number) }

function append_rotating(out,  room, fits) {
  while (out != "" && !failed) {
    room = max - size
    if (!max || length(out) <= room) { append(out); return }
    fits = room > 0 ? last_newline(substr(out, 1, room)) : 0
    # A line that is longer than a whole file gets a file for itself.
    if (!fits && !size) fits = index(out, "\n")
    if (fits) { append(substr(out, 1, fits)); out = substr(out, fits + 1) }
    if (out != "" && !failed) { check_size(); if (!failed) rotate() }
  }
}

# awk has no search from the end, and an expression for it costs the square of a line.
function last_newline(text,  size, from, at, found) {
  for (size = 32; ; size *= 4) {
    from = length(text) - size
    if (from < 0) from = 0
    found = 0
    while ((at = index(substr(text, from + found + 1), "\n")) > 0) found += at
    if (found) return from + found
    if (!from) return 0
  }
}

function text_form(lines,  between) {
  between = stamp " "
  if (index(lines, "\r")) gsub("\r?\n", "\n" between, lines)
  else gsub("\n", "\n" between, lines)
  return between substr(lines, 1, length(lines) - length(between))
}

function json_form(lines,  between) {
  between = "{\"time\":\"" stamp "\",\"text\":\""
  if (index(lines, "\r")) gsub("\r\n", "\n", lines)
  if (lines ~ HIGH) lines = valid_utf8(lines)
  # A backslash in front of each, then the letter for those that have one: what a backslash in a replacement
  # means is different in each awk, but for this.
  gsub("[\001-\011\013-\037\"\\\\]", "\\\\&", lines)
<<CONTROLS>>
  gsub("\n", "\"}\n" between, lines)
  return between substr(lines, 1, length(lines) - length(between))
}

function valid_utf8(lines,  rest, count, i, part, out) {
  rest = lines
  gsub(VALID, "", rest)
  if (rest !~ HIGH) return lines
  count = split(lines, part, "\n")
  out = ""
  for (i = 1; i < count; i++) out = out (part[i] ~ HIGH ? repaired(part[i]) : part[i]) "\n"
  return out
}

function repaired(line,  out, found) {
  out = ""
  while (match(line, VALID "|" BROKEN)) {
    found = substr(line, RSTART, RLENGTH)
    out = out substr(line, 1, RSTART - 1)
    line = substr(line, RSTART + RLENGTH)
    out = out (found ~ "^(" VALID ")$" ? found : "\357\277\275")
  }
  return out line
}

# Nothing is written of a batch before all of it is redacted.
function record(lines) {
  if (half && lines != "") { half = 0; lines = substr(lines, index(lines, "\n") + 1) }
  # Also of what is discarded: it may have the beginning of a private key.
  if (lines != "") lines = clean(lines)
  if ((failed && !resume()) || lines == "") return
  append_rotating(JSON ? json_form(lines) : text_form(lines))
  if (LIVE) copy(lines)
}

# Somebody may want the same lines in a file of his own, and says so while we run.
function copy(lines,  wish, path, part, count, i, file, writer) {
  wish = ID ".copy"
  path = ""
  getline path < wish
  close(wish)
  sub("\n.*", "", path)
  if (path == "") return
  gsub("\r\n", "\n", lines)
  # What a shell of ours says to us, and how it shows a command, is no output.
  gsub(<<MARK>>, "", lines)
  gsub("[^\n]*__mux_[a-z]+[;\" ][^\n]*\n", "", lines)
  gsub(<<PAINT>>, "", lines)
  count = split(path, part, "'")
  file = "'" part[1]
  for (i = 2; i <= count; i++) file = file "'\\''" part[i]
  file = file "'"
  # A file that awk itself cannot open is the end of it, and to open a FIFO waits for its reader.
  writer = "{ { [ -f " file " ] || [ ! -e " file " ]; } && cat >>" file "; } 2>/dev/null || cat >/dev/null"
  print lines | writer
  close(writer)
}

# The line that has not ended yet, redacted as far as it goes, with the position that it will have in the log. Its
# length tells a reader whether it is whole.
function show_tail(  text, kept_block, kept_left) {
  text = buffer
  if (length(text) > TAIL) {
    text = substr(text, length(text) - TAIL + 1)
    # What is cut may be the rest of a secret.
    if (!sub("^[^ \t\r]*[ \t\r]", "", text)) text = MASK
  }
  if (text != "") {
    kept_block = block; kept_left = left
    text = clean(text "\n")
    text = substr(text, 1, length(text) - 1)
    block = kept_block; left = kept_left
    text = without_begun(text)
    while (begun_secret(plain(text)) && sub("[^ \t]+$", "", text)) continue
  }
  print position() " " length(text) "\n" text > SHOWN
  close(SHOWN)
}

# Half a secret is not hidden by the rule for the whole one. Its word comes, hidden or not, when the line has ended.
function begun_secret(text,  low) {
  if (text !~ "[^ \t]$") return 0
  low = tolower(text)
<<BEGUN>>
  return 0
}

# What a secret that was given begins with, at the end of a text, is not shown: it may have several words.
function without_begun(text,  bare, held, room, out, i) {
  bare = plain(text)
  held = 0
  for (i = 1; i <= GIVEN; i++) held = begun_length(bare, GIVEN_SECRET[i], held)
  for (i = 1; i <= learned; i++) held = begun_length(bare, SECRET[i], held)
  if (!held) return text
  room = length(bare) - held
  out = ""
  while (match(text, ESCAPE) && RSTART - 1 <= room) {
    out = out substr(text, 1, RSTART + RLENGTH - 1)
    room -= RSTART - 1
    text = substr(text, RSTART + RLENGTH)
  }
  return out substr(text, 1, room)
}

function begun_length(bare, secret, least,  count) {
  count = length(secret) - 1
  if (count > length(bare)) count = length(bare)
  for (; count > least; count--) if (substr(bare, length(bare) - count + 1) == substr(secret, 1, count)) return count
  return least
}

function suspicious(text,  low, i) {
<<SUSPICIOUS>>
  for (i = 1; i <= learned; i++) if (index(text, SECRET[i])) return 1
  return 0
}

# A secret that nobody knew of at the start comes with the output, before all that may show it. The longest goes first:
# of a secret that contains another one nothing may be left.
function learn(hex,  text, pattern, at, i, character) {
  text = ""
  for (i = 1; i < length(hex); i += 2) text = text sprintf("%c", 16 * digit(hex, i) + digit(hex, i + 1))
  for (i = 1; i <= learned; i++) if (SECRET[i] == text) return
  for (at = ++learned; at > 1 && length(SECRET[at - 1]) < length(text); at--) SECRET[at] = SECRET[at - 1]
  SECRET[at] = text
  for (at = 1; at <= learned; at++) {
    pattern = ""
    for (i = 1; i <= length(SECRET[at]); i++) {
      character = substr(SECRET[at], i, 1)
      pattern = pattern (index(".[(){}*+?^$|\\", character) ? "\\" character : character)
    }
    WHOLE[FIXED + at] = pattern; HEAD[FIXED + at] = ""; PREFIX[FIXED + at] = ""; PATTERN[FIXED + at] = ""; CAREFUL[FIXED + at] = 0; NEAR[FIXED + at] = 1
  }
  RULES = FIXED + learned
}

function digit(hex, at) { return index("0123456789abcdef", substr(hex, at, 1)) - 1 }

# What was learned comes before the rest.
function rule_at(turn) { return turn <= learned ? FIXED + turn : turn - learned }

function hide_learned(line,  i, at, out) {
  for (i = 1; i <= learned; i++) {
    out = ""
    while ((at = index(line, SECRET[i])) > 0) {
      out = out substr(line, 1, at - 1) MASK
      line = substr(line, at + length(SECRET[i]))
    }
    line = out line
  }
  return line
}

function needs_care(text) {
  if (suspicious(text)) return 1
  return text ~ STYLED && suspicious(plain(text))
}

# Halves what is suspicious until single lines are left: most lines cost a share of a few searches.
function clean(lines,  out, from, cut, last) {
  out = ""
  if (block) { out = block_lines(lines); lines = substr(lines, used + 1) }
  if (lines == "" || !needs_care(lines)) return out lines
  last = length(lines)
  for (from = int(last / 2) + 1; from >= 1; from = int(from / 2)) {
    cut = from - 1 + index(substr(lines, from), "\n")
    if (cut < last) break
  }
  if (from < 1) return out redact(lines)
  out = out clean(substr(lines, 1, cut))
  return out clean(substr(lines, cut + 1))
}

function block_lines(lines,  part, count, i, out) {
  count = split(lines, part, "\n")
  out = ""
  used = 0
  for (i = 1; i < count && block; i++) {
    if (!--left || block_ends(plain(part[i]))) block = 0
    used += length(part[i]) + 1
    out = out MASK "\n"
  }
  return out
}

function plain(text,  blocks, count, i, out, some) {
  if (length(text) <= BLOCK) return plain_block(text)
  if (text !~ STYLED) return text
  count = cut_blocks(text, blocks)
  out = some = ""
  for (i = 1; i <= count; i++) {
    some = some plain_block(blocks[i])
    if (length(some) > BLOCK) { out = out some; some = "" }
  }
  return out some
}

function plain_block(text) {
  # An expression that begins with a fixed character is several times faster.
  if (index(text, "\033")) gsub(SEQUENCE, "", text)
  if (text ~ INVISIBLE) gsub(INVISIBLE, "", text)
  return text
}

# What takes a text apart step by step would cost the square of its length: each step looks at all that is left, or
# copies it. So a long one is cut into blocks first, and never in the midst of an escape sequence.
function cut_blocks(text, blocks,  size, at, count, block, more) {
  size = length(text)
  count = 0
  for (at = 1; at <= size; ) {
    block = substr(text, at, BLOCK)
    at += BLOCK
    while (at <= size && block ~ OPEN) {
      more = length(block)
      block = block substr(text, at, more)
      at += more
    }
    blocks[++count] = block
  }
  return count
}

function block_ends(text) {
<<BLOCK_ENDS>>
  return 1
}

function block_begins(text) {
<<BLOCK_BEGINS>>
  return 0
}

function redact(line,  end) {
  end = substr(line, length(line) - 1) == "\r\n" ? "\r\n" : "\n"
  line = substr(line, 1, length(line) - length(end))
  if (block_begins(plain(line))) return MASK end
  return (line ~ STYLED ? hide_in_styled(line) : hide(line)) end
}

function hide(line,  text, low) {
  if (learned) line = hide_learned(line)
  text = line
  low = tolower(line)
<<RULES>>
  return line
}

# A rule sees the line without its escape sequences; hidden is what lies between the ends of a match, with them. Then
# the text of titles and links is looked at, and what a sequence seems to have eaten a letter of.
function hide_in_styled(line,  bare, turn, rule, count, i, left_out) {
  bare = plain(line)
  for (turn = 1; turn <= RULES; turn++) {
    rule = rule_at(turn)
    if (!matches(rule, bare)) continue
    line = hide_spans(line, spans_across_escapes(rule, line))
    bare = plain(line)
  }
  line = hide_in_titles(line)
  for (turn = 1; turn <= RULES; turn++) {
    rule = rule_at(turn)
    if (!matches(rule, line)) continue
    count = spans(rule, line)
    left_out = 0
    mux_look(line)
    for (i = 1; i <= count; i++) {
      if (index(mux_window(from[i], upto[i] - from[i]), MASK)) { left_out++; continue }
      from[i - left_out] = from[i]; upto[i - left_out] = upto[i]
    }
    line = hide_spans(line, count - left_out)
  }
  return line
}

function hide_in_titles(line,  blocks, count, i, block, out, some, title) {
  if (!index(line, "\033")) return line
  count = cut_blocks(line, blocks)
  out = some = ""
  for (i = 1; i <= count; i++) {
    block = blocks[i]
    while (match(block, <<STRING>>)) {
      some = some substr(block, 1, RSTART + 1)
      title = substr(block, RSTART + 2, RLENGTH - 2)
      block = substr(block, RSTART + RLENGTH)
      some = some hide(title)
    }
    some = some block
    if (length(some) > BLOCK) { out = out some; some = "" }
  }
  return out some
}

function hide_spans(line, count,  i, end, out, some) {
  out = some = ""
  end = 1
  mux_look(line)
  for (i = 1; i <= count; i++) {
    some = some mux_window(end, from[i] - end) MASK
    end = upto[i]
    if (length(some) > BLOCK) { out = out some; some = "" }
  }
  return out some substr(line, end)
}

function matches(rule, text) {
  return HEAD[rule] == "" ? text ~ WHOLE[rule] : mux_parts(text, HEAD[rule], REST[rule], BEGUN[rule]) > 0
}

function spans(rule, text,  found, i, count) {
  found = HEAD[rule] == "" ? mux_spans(text, WHOLE[rule], PREFIX[rule], PATTERN[rule], CAREFUL[rule], NEAR[rule]) : \
    mux_parts(text, HEAD[rule], REST[rule], BEGUN[rule])
  count = 0
  for (i = 1; i <= found; i++) {
    if (count && mux_from[i] < upto[count]) { if (mux_to[i] >= upto[count]) upto[count] = mux_to[i] + 1 }
    else { from[++count] = mux_from[i]; upto[count] = mux_to[i] + 1 }
  }
  return count
}

function spans_across_escapes(rule, line,  blocks, number, rest, text, some, taken, at, parts, in_text, in_line, count, i) {
  text = some = ""
  taken = 0
  at = 1
  parts = 0
  number = cut_blocks(line, blocks)
  for (i = 1; i <= number; i++) {
    rest = blocks[i]
    while (match(rest, ESCAPE)) {
      if (RSTART > 1) {
        in_text[++parts] = taken + 1
        in_line[parts] = at
        some = some substr(rest, 1, RSTART - 1)
        taken += RSTART - 1
      }
      at += RSTART - 1 + RLENGTH
      rest = substr(rest, RSTART + RLENGTH)
    }
    if (rest != "") {
      in_text[++parts] = taken + 1
      in_line[parts] = at
      some = some rest
      taken += length(rest)
      at += length(rest)
    }
    if (length(some) > BLOCK) { text = text some; some = "" }
  }
  text = text some
  count = spans(rule, text)
  for (i = count; i >= 1; i--) {
    while (parts > 1 && in_text[parts] > upto[i] - 1) parts--
    upto[i] += in_line[parts] - in_text[parts]
    while (parts > 1 && in_text[parts] > from[i]) parts--
    from[i] += in_line[parts] - in_text[parts]
  }
  return count
}

<<SPANS>>
# A line that does not end is cut where no rule matches. What a rule hides is never written, so the middle of a match
# that is too long for that can be forgotten.
function cut_line(  cut, moved, i, count) {
  cut = length(buffer) - TAIL
  count = needs_care(buffer) ? all_spans(buffer) : 0
  do {
    moved = 0
    for (i = 1; i <= count; i++) if (all_from[i] <= cut && cut + 1 < all_upto[i]) { cut = all_from[i] - 1; moved = 1 }
  } while (moved)
  if (cut < TAIL) {
    cut = 0
    for (i = 1; i <= count; i++) if (all_upto[i] - all_from[i] > 2 * TAIL) {
      buffer = substr(buffer, 1, all_from[i] - 1 + TAIL) substr(buffer, all_upto[i] - TAIL)
      cut = -1
      break
    }
    # Never seen in practice: matches overlap from one end to the other.
    if (!cut) { record(MASK "\n"); buffer = "" }
    cut = 0
  }
  while (cut > 0 && substr(buffer, cut + 1, 1) ~ "[\200-\277]") cut--
  while (cut > 0 && substr(buffer, cut, 1) == "\r") cut--
  if (cut > 0) { record(substr(buffer, 1, cut) "\n"); buffer = substr(buffer, cut + 1) }
  scanned = length(buffer) > 200 ? length(buffer) - 200 : 1
}

function all_spans(text,  rule, i, n, count, rest, at) {
  count = 0
  for (rule = 1; rule <= RULES; rule++) {
    n = spans(rule, text)
    for (i = 1; i <= n; i++) { all_from[++count] = from[i]; all_upto[count] = upto[i] }
    if (text !~ STYLED) continue
    n = spans_across_escapes(rule, text)
    for (i = 1; i <= n; i++) { all_from[++count] = from[i]; all_upto[count] = upto[i] }
  }
  return count
}

function take_lines(count,  lines) {
  lines = substr(buffer, 1, count)
  buffer = substr(buffer, count + 1)
  scanned -= count
  if (scanned < 1) scanned = 1
  record(lines)
}

# The digits between a text that is known and the end of a sentinel; empty where it is none.
function number_in(text, known,  digits) {
  if (substr(text, 1, length(known)) != known) return ""
  digits = substr(text, length(known) + 1, 22)
  if (!match(digits, "^[0-9]+")) return ""
  return substr(digits, 1, RLENGTH)
}

# How long the end of the sentinel is that tells the end of the command: with the proof of its wrapper, or without.
function proof_length(text) {
  return match(text, "^(;[0-9a-f]+)?\033\\\\") ? RLENGTH : 0
}

function take_sentinels(  at, rest, code, epoch, lines, count) {
  while ((at = index(substr(buffer, scanned), SENTINEL)) > 0) {
    at += scanned - 1
    rest = substr(buffer, at, <<LONGEST>>)
    epoch = number_in(rest, START)
    if (epoch != "" && substr(rest, length(START epoch) + 1, 2) == "\033\\") {
      buffer = substr(buffer, 1, at - 1) substr(buffer, at + length(START epoch) + 2)
      scanned = at
      count = at > 1 ? last_newline(substr(buffer, 1, at - 1)) : 0
      if (count) take_lines(count)
      mark("start " epoch " " position())
      continue
    }
    code = number_in(rest, EXIT)
    epoch = code == "" ? "" : number_in(rest, EXIT code ";")
    count = epoch == "" ? 0 : proof_length(substr(rest, length(EXIT code ";" epoch) + 1))
    if (count) {
      lines = substr(buffer, 1, at - 1)
      buffer = substr(buffer, at + length(EXIT code ";" epoch) + count)
      scanned = 1
      tried = -1
      record_all(lines)
      if (!failed) check_size()
      mark("exit " code " " epoch " " position())
      system("[ -p " ID ".ack ] && echo 1<>" ID ".ack")
      continue
    }
    if (substr(rest, 1, length(HIDE)) == HIDE && match(substr(rest, length(HIDE) + 1), "^[0-9a-f]+\033\\\\")) {
      count = RLENGTH
      buffer = substr(buffer, 1, at - 1) substr(buffer, at + length(HIDE) + count)
      scanned = at
      learn(substr(rest, length(HIDE) + 1, count - 2))
      continue
    }
    scanned = at
    # What has anything else in it is not cut off but none, and must not hide one behind it.
    if (length(rest) < <<LONGEST>> && substr(rest, 9) ~ /^[0-9a-z;]*\033?$/) return
    scanned++
  }
  if (length(buffer) - 7 > scanned) scanned = length(buffer) - 7
}

# Of a line that cannot be written only as much is kept as a sentinel may have begun in.
function discard_beginning() {
  buffer = substr(buffer, length(buffer) - 399)
  scanned = half = 1
}

function record_all(lines) {
  record(lines == "" || substr(lines, length(lines)) == "\n" ? lines : lines "\n")
}

function set_clock(  now) {
  now = systime()
  if (now == second) return
  second = now
  stamp = strftime("%Y-%m-%dT%H:%M:%S%z", now)
  if (!failed && size) check_size()
}

function list_segments(  command, name, count, i) {
  command = "ls -d " LOG ".* 2>/dev/null"
  while ((command | getline name) > 0) {
    name = substr(name, length(LOG) + 2)
    if (name == "" || name ~ "[^0-9]") continue
    for (i = segments++; i > 0 && segment[i] + 0 > name + 0; i--) segment[i + 1] = segment[i]
    segment[i + 1] = name
  }
  close(command)
}

# One read of the input; false at its end. A read that was killed is none, but not the end.
function take(command,  read, status, text, count) {
  read = (command | getline text)
  status = close(command)
  if (read < 1 || text == "") {
    if (status && ++misses > 5) exit 3
    return status != 0
  }
  misses = 0
  set_clock()
  buffer = buffer text
  take_sentinels()
  if (index(text, "\n")) { count = last_newline(buffer); if (count) take_lines(count) }
  if (failed) { if (length(buffer) > 400) discard_beginning() }
  else if (length(buffer) > HELD) cut_line()
  if (LIVE) show_tail()
  return 1
}

BEGIN {
  ID = <<ID>>; LOG = ID ".log"; MARKS = ID ".marks"; SHOWN = ID ".tail"; LIVE = <<LIVE>>; MASK = <<MASK>>; JSON = <<JSON>>
  READ = "dd bs=<<READ>> count=1 2>/dev/null"
  # A string of busybox ends at a zero byte; a terminal makes as little of the byte that is put in its place.
  READ = zeroes ? "exec " READ : READ " | tr '\\000' '\\177'"
  START = <<START>>; EXIT = <<EXIT>>; HIDE = <<HIDE>>; SENTINEL = <<SENTINEL>>
  max = <<MAX_BYTES>>; KEEP = <<KEEP>>; HELD = <<HELD>>; TAIL = <<TAIL>>; RULES = FIXED = <<RULE_COUNT>>; learned = 0
  SEQUENCE = <<SEQUENCE>>
  # By what they are not: an expression of awk cannot name the zero byte.
  INVISIBLE = "[^\010-\015\033 -~\200-\377]"
  STYLED = "[^\010-\015 -~\200-\377]"
  ESCAPE = SEQUENCE "|" INVISIBLE
  OPEN = <<OPEN>>
  BLOCK = 4096
  HIGH = "[\200-\377]"
  VALID = "[\302-\337][\200-\277]|\340[\240-\277][\200-\277]|[\341-\354\356\357][\200-\277][\200-\277]|\355[\200-\237][\200-\277]|\360[\220-\277][\200-\277][\200-\277]|[\361-\363][\200-\277][\200-\277][\200-\277]|\364[\200-\217][\200-\277][\200-\277]"
  BROKEN = "\340[\240-\277]|[\341-\354\356\357][\200-\277]|\355[\200-\237]|\360[\220-\277][\200-\277]?|[\361-\363][\200-\277][\200-\277]?|\364[\200-\217][\200-\277]?|[\200-\377]"
<<TABLES>>
  GIVEN = <<GIVEN_COUNT>>
<<GIVEN>>
  # Without this gawk ends when a write fails.
  PROCINFO[LOG, "NONFATAL"] = 1
  RS = "\n"; ORS = ""
  buffer = ""; scanned = 1; second = -1
  list_segments()
  base = segments ? segment[segments] + file_size(LOG "." segment[segments]) : 0
  size = file_size(LOG)
  set_clock()
  truncate_to_whole_lines()
  open_log()
  if (again != "") {
    # The first line may lack its beginning: what is left of it may be the rest of a secret.
    half = 1
    append_gap()
  }
  # No text holds this, so that what one read has given is one record.
  RS = <<NONCE>>
  while (take(READ)) {}
  tried = -1
  record_all(buffer)
  # Recording was stopped, or the pane is gone: nobody shall wait for an answer that will never come.
  system("[ -p " ID ".ack ] && echo 1<>" ID ".ack; rm -f " ID ".ack")
  exit 0
}
`;
