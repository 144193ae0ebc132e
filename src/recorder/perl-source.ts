/**
 * The recorder in perl; `<<NAME>>` is filled in by `perlProgram`, and lines of comment are left out of what is sent.
 * It needs nothing beside the interpreter (Debian's perl-base), because every module costs start-up: no POSIX, Fcntl
 * or Time::HiRes. Files are named relative to the folder, where the supervisor has gone already.
 */
export const PERL_SOURCE = String.raw`
use strict;
my ($id, $mask, $max, $keep, $held, $tail) = (<<ID>>, <<MASK>>, <<MAX_BYTES>>, <<KEEP>>, <<HELD>>, <<TAIL>>);
my ($start, $exit, $hide) = (qr/<<START>>/, qr/<<EXIT>>/, qr/<<HIDE>>/);
my $sequence = qr/<<SEQUENCE>>/;
my $escape = qr/$sequence|[\x00-\x07\x0e-\x1a\x1c-\x1f\x7f]/;
my $valid = qr/[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}/;
my $broken = qr/\xe0[\xa0-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]|\xed[\x80-\x9f]|\xf0[\x90-\xbf][\x80-\xbf]?|[\xf1-\xf3][\x80-\xbf]{1,2}|\xf4[\x80-\x8f][\x80-\xbf]?|[\x80-\xff]/;
my @rules = (
<<RULES>>
);
my @rare = (
<<RARE>>
);
my @blocks = (
<<BLOCKS>>
);
# Needed only for the line that has not ended.
my @given = map { pack 'H*', $_ } (<<GIVEN>>);
my @learned;
my $fixed = @rules;
my $left = 0;
# Behind a gap the first line may lack its beginning: what is left of it may be the rest of a secret.
my $half = @ARGV;
my ($buffer, $scanned, $block, $failed, $tried, $base, $second, $stamp) = ('', 0, undef, '', 0, 0, -1, '');
my ($fault_marked, $fault_told) = (0, 0);
$SIG{PIPE} = 'IGNORE';
binmode STDIN;

sub mark {
  open my $marks, '>>', "$id.marks" or return;
  syswrite $marks, "@_\n";
}

sub position { $base + (-s LOG || 0) }

# A disk that is full must not make tmux hold everything in its memory: output is discarded until the log can be
# written again.
sub fail {
  my $number = $! + 0;
  $failed = eval q{ $! = $number; (grep { $!{$_} } sort keys %!)[0] } || "E$number";
  $tried = time;
  tell_fault();
}

# A read-only disk has no room for the fault either: it is told as soon as that is possible.
sub tell_fault {
  $fault_marked ||= mark('fault', $failed, position());
  return if $fault_told;
  open my $fault, '>', "$id.fault" or return;
  $fault_told = syswrite $fault, $failed;
}

# True once the log can be written again. A line says that output is missing.
sub resume {
  return 0 if time - $tried < <<RETRY>>;
  open_log() unless defined fileno LOG;
  tell_fault();
  $tried = time;
  return 0 unless $fault_told && defined fileno LOG;
  $failed = '';
  append_gap();
  ($fault_marked, $fault_told) = (0, 0) unless $failed;
  return !$failed;
}

sub append_gap {
  my $at = position();
  append_rotating(<<JSON>> ? json_form(<<GAP>> . "\n") : text_form(<<GAP>> . "\n"));
  mark('gap', $at) unless $failed;
}

sub segments {
  opendir my $folder, '.' or return;
  sort { $a <=> $b } map { /^\Q$id\E\.log\.(\d+)$/ ? $1 : () } readdir $folder;
}

sub open_log {
  my ($last) = reverse segments();
  $base = defined $last ? $last + -s "$id.log.$last" : 0;
  open LOG, '>>', "$id.log" or return fail();
  binmode LOG;
}

sub rotate {
  rename "$id.log", "$id.log.$base" or return $max = 0;
  open_log();
  my @old = segments();
  while (@old > $keep) { unlink "$id.log." . shift @old }
}

sub append {
  my ($out) = @_;
  my $done = 0;
  while ($done < length $out) {
    my $count = syswrite LOG, $out, length($out) - $done, $done;
    if (defined $count) { $done += $count; next }
    next if $! == 4;
    my $error = $!;
    truncate_to_whole_lines() if $done;
    $! = $error;
    return fail();
  }
}

# A disk that is full, and a filter that was killed, leave a part of a line.
sub truncate_to_whole_lines {
  open my $log, '<', "$id.log" or return;
  my $size = -s $log;
  my ($end, $found) = ($size, -1);
  while ($end > 0 && $found < 0) {
    my $from = $end > <<READ>> ? $end - <<READ>> : 0;
    sysseek $log, $from, 0;
    sysread $log, my $part, $end - $from;
    $found = rindex $part, "\n";
    $end = $from + $found + 1;
  }
  truncate LOG, $end if $end < $size;
}

sub append_rotating {
  my ($out) = @_;
  while ($out ne '' && !$failed) {
    my $room = $max - (-s LOG);
    if (!$max || length $out <= $room) { append($out); return }
    my $fits = $room > 0 ? rindex($out, "\n", $room - 1) + 1 : 0;
    # A line that is longer than a whole file gets a file for itself.
    $fits = index($out, "\n") + 1 if !$fits && !-s LOG;
    append(substr $out, 0, $fits, '') if $fits;
    rotate() if $out ne '' && !$failed;
  }
}

sub stamp {
  my $now = time;
  return $stamp if $now == $second;
  my @here = localtime $now;
  my @there = gmtime $now;
  my $days = $here[5] <=> $there[5] || $here[7] <=> $there[7];
  my $minutes = $days * 1440 + ($here[2] - $there[2]) * 60 + $here[1] - $there[1];
  $second = $now;
  $stamp = sprintf '%04d-%02d-%02dT%02d:%02d:%02d%s%02d%02d', $here[5] + 1900, $here[4] + 1, @here[3, 2, 1, 0],
    $minutes < 0 ? '-' : '+', abs($minutes) / 60, abs($minutes) % 60;
}

# Lines of a terminal end with CR LF. A substitution with a fixed text is several times faster than one with an
# optional CR, so that lines without it are looked for only where the numbers differ.
sub text_form {
  my ($lines) = @_;
  my $stamp = stamp() . ' ';
  my $count = $lines =~ tr/\n//;
  my $out = $lines;
  if (($out =~ s/\r\n/\n$stamp/g) != $count) {
    $out = $lines;
    $out =~ s/\r\n/\n/g;
    $out =~ s/\n/\n$stamp/g;
  }
  substr $out, -length $stamp, length $stamp, '';
  return $stamp . $out;
}

my %json = ("\b" => '\b', "\t" => '\t', "\f" => '\f', "\r" => '\r', '"' => '\"', "\\" => "\\\\");

sub json_form {
  my ($out) = @_;
  my $between = '{"time":"' . stamp() . '","text":"';
  $out =~ s/\r\n/\n/g;
  if ($out =~ tr/\x80-\xff//) {
    my $decoded = $out;
    $out =~ s/($valid)|$broken/defined $1 ? $1 : "\xef\xbf\xbd"/ge
      if !utf8::decode($decoded) || $decoded =~ /[^\x{0}-\x{d7ff}\x{e000}-\x{10ffff}]/;
  }
  $out =~ s/([\x00-\x09\x0b-\x1f"\\])/$json{$1} || sprintf '\u%04x', ord $1/ge;
  $out =~ s/\n/"}\n$between/g;
  substr $out, -length $between, length $between, '';
  return $between . $out;
}

# Nothing is written of a batch before all of it is redacted.
sub record {
  my ($lines) = @_;
  if ($half && $lines ne '') { $half = 0; $lines =~ s/\A[^\n]*\n// }
  # Also of what is discarded: it may have the beginning of a private key.
  $lines = clean($lines) if $lines ne '';
  return if $failed && !resume() || $lines eq '';
  append_rotating(<<JSON>> ? json_form($lines) : text_form($lines));
  copy($lines) if <<LIVE>>;
}

# Somebody may want the same lines in a file of his own, and says so while we run.
sub copy {
  open my $wish, '<', "$id.copy" or return;
  defined(my $path = <$wish>) or return;
  chomp $path;
  my $lines = $_[0];
  $lines =~ s/\r\n/\n/g;
  # What a shell of ours says to us, and how it shows a command, is no output.
  $lines =~ s/<<MARK>>//g;
  $lines =~ s/[^\n]*__mux_[a-z]+[;" ][^\n]*\n//g;
  $lines =~ s/<<PAINT>>//g;
  # To open a FIFO would wait for its reader, and with it all that the pane prints.
  return if -e $path && !-f $path;
  open my $file, '>>', $path or return;
  syswrite $file, $lines;
}

# The line that has not ended yet, redacted as far as it goes, with the position that it will have in the log. Its
# length tells a reader whether it is whole.
sub show_tail {
  my $text = $buffer;
  if (length $text > $tail) {
    $text = substr $text, -$tail;
    # What is cut may be the rest of a secret.
    $text =~ s/\A[^\s]*[\s]// or $text = $mask;
  }
  if ($text ne '') {
    my ($kept_block, $kept_left) = ($block, $left);
    $text = clean("$text\n");
    chop $text;
    ($block, $left) = ($kept_block, $kept_left);
    $text = without_begun($text);
    1 while begun_secret($text) && $text =~ s/[^ \t]+\z//;
  }
  open my $file, '>', "$id.tail" or return;
  syswrite $file, position() . ' ' . length($text) . "\n$text";
}

# Half a secret is not hidden by the rule for the whole one. Its word comes, hidden or not, when the line has ended.
sub begun_secret {
  (my $plain = $_[0]) =~ s/$escape//g;
  return 0 if $plain !~ /[^ \t]\z/;
<<BEGUN>>
  return 0;
}

# What a secret that was given begins with, at the end of a text, is not shown: it may have several words.
sub without_begun {
  my ($text) = @_;
  my $plain = plain($text);
  my $held = 0;
  for my $secret (@given, @learned) {
    my $most = length($secret) - 1;
    $most = length $plain if length $plain < $most;
    for (my $length = $most; $length > $held; $length--) {
      if (substr($plain, -$length) eq substr $secret, 0, $length) { $held = $length; last }
    }
  }
  return $text unless $held;
  my ($out, $room, $is_text) = ('', length($plain) - $held, 0);
  for my $part (split /($escape)/, $text) {
    if ($is_text ^= 1) {
      return $out . substr $part, 0, $room if length $part > $room;
      $room -= length $part;
    }
    $out .= $part;
  }
  return $out;
}

sub suspicious {
<<SUSPICIOUS>>
  for my $secret (@learned) { return 1 if index($_[0], $secret) >= 0 }
  return 0;
}

# A secret that nobody knew of at the start comes with the output, before all that may show it. The longest goes first:
# of a secret that contains another one nothing may be left.
sub learn {
  my $secret = pack 'H*', $_[0];
  return if grep { $_ eq $secret } @learned;
  @learned = sort { length $b <=> length $a } @learned, $secret;
  @rules = ((map { my $text = characters($_); qr/\Q$text\E/ } @learned), @rules[-$fixed .. -1]);
}

# Halves what is suspicious until single lines are left: most lines cost a share of a few searches. Rules see one
# line at a time, because those of JavaScript do; a class like [^x] would otherwise reach into the next line.
sub clean { @rare ? join '', map { clean_part($_) } split /^/, $_[0] : clean_part($_[0]) }

sub clean_part {
  my ($lines) = @_;
  my $out = '';
  while ($block && $lines ne '') {
    my ($line, $end) = line_and_end(substr $lines, 0, index($lines, "\n") + 1, '');
    $block = undef if !--$left || plain(characters($line)) =~ $block;
    $out .= $mask . $end;
  }
  return $out . $lines if $lines eq '' || !needs_care($lines);
  my $cut = index $lines, "\n", length($lines) >> 1;
  $cut = rindex $lines, "\n", length($lines) - 2 if $cut == length($lines) - 1 && length $lines > 1;
  return $out . redact($lines) if $cut < 0 || $cut == length($lines) - 1;
  my $rest = substr $lines, $cut + 1, length $lines, '';
  $out .= clean_part($lines);
  return $out . clean_part($rest);
}

sub needs_care {
  return 1 if suspicious($_[0]);
  return 1 if @rare && ($_[0] =~ tr/\x80-\xff\x00-\x07\x0e-\x1f\x7f// || is_rare($_[0]));
  return 0 unless $_[0] =~ tr/\x00-\x07\x0e-\x1f\x7f//;
  return suspicious(plain($_[0]));
}

sub is_rare {
  my ($line) = line_and_end($_[0]);
  for my $rule (@rare) { return 1 if $line =~ $rule }
  return 0;
}

sub line_and_end {
  my $end = substr($_[0], -2) eq "\r\n" ? 2 : 1;
  return (substr($_[0], 0, length($_[0]) - $end), substr $_[0], -$end);
}

sub plain {
  my ($text) = @_;
  # An expression that begins with a fixed character is several times faster.
  $text =~ s/$sequence//g;
  $text =~ tr/\x00-\x07\x0e-\x1a\x1c-\x1f\x7f//d;
  return $text;
}

# Bytes that are no UTF-8 become characters beyond Unicode, so that the rest of the line is still seen as text.
sub characters {
  my ($text) = @_;
  return $text unless $text =~ tr/\x80-\xff//;
  my $decoded = $text;
  return $decoded if utf8::decode($decoded);
  $text =~ s/($valid)|([\x80-\xff])/
    my $one = $1; defined $one ? do { utf8::decode($one); $one } : chr(0x200000 + ord $2)/ge;
  return $text;
}

sub bytes {
  my ($text) = @_;
  return $text unless utf8::is_utf8($text);
  return join '', map {
    my $part = $_;
    if (length $part == 1 && ord $part >= 0x200080 && ord $part <= 0x2000ff) { $part = chr(ord($part) - 0x200000) }
    else { utf8::encode($part) }
    $part;
  } split /([\x{200080}-\x{2000ff}])/, $text;
}

sub redact {
  my ($line, $end) = line_and_end($_[0]);
  $line = characters($line);
  my $plain = plain($line);
  for (@blocks) {
    my ($begin, $last) = @$_;
    next unless $plain =~ /$begin/g;
    ($block, $left) = ($last, <<MAX_BLOCK_LINES>>) unless substr($plain, pos $plain) =~ $last;
    return $mask . $end;
  }
  return bytes(($line =~ tr/\x00-\x07\x0e-\x1f\x7f//) ? hide_in_styled($line) : hide($line)) . $end;
}

sub hide {
  my ($line) = @_;
  for my $rule (@rules) { $line =~ s/$rule/$mask/g }
  return $line;
}

# The text without the sequences, then that of titles and links, then what a sequence seems to have eaten a letter of.
sub hide_in_styled {
  my ($line) = @_;
  my $apart = apart($line);
  for my $rule (@rules) {
    my @spans = spans_across_escapes($apart, $rule) or next;
    $line = hide_spans($line, @spans);
    $apart = apart($line);
  }
  $line =~ s/<<STRING>>/$1 . hide($2)/ge;
  for my $rule (@rules) { $line =~ s/$rule/index($&, $mask) < 0 ? $mask : $&/ge }
  return $line;
}

# A rule sees the line without its escape sequences; hidden is what lies between the ends of a match, with them.
sub hide_spans {
  my ($line, @spans) = @_;
  my ($out, $end) = ('', 0);
  for (@spans) {
    $out .= substr($line, $end, $_->[0] - $end) . $mask;
    $end = $_->[1];
  }
  return $out . substr $line, $end;
}

# A line without its sequences, and where the parts of its text stand in both: worked out once for all rules.
sub apart {
  my ($line) = @_;
  my (@from, @to, $plain);
  my ($in_plain, $in_line) = (0, 0);
  my $is_text = 0;
  for my $part (split /($escape)/, $line) {
    if ($is_text ^= 1) {
      push @from, $in_plain;
      push @to, $in_line;
      $plain .= $part;
      $in_plain += length $part;
    }
    $in_line += length $part;
  }
  return [$plain, \@from, \@to];
}

sub spans_across_escapes {
  my ($apart, $rule) = @_;
  my ($plain, $from, $to) = @$apart;
  return unless defined $plain;
  my (@spans, $index);
  my $place = sub {
    $index++ while $index < $#$from && $from->[$index + 1] <= $_[0];
    return $to->[$index] + $_[0] - $from->[$index];
  };
  $index = 0;
  while ($plain =~ /$rule/g) {
    next if $-[0] == $+[0];
    my ($first, $last) = ($-[0], $+[0] - 1);
    my $begin = $place->($first);
    push @spans, [$begin, $place->($last) + 1];
  }
  return @spans;
}

# A line that does not end is cut where no rule matches. What a rule hides is never written, so the middle of a match
# that is too long for that can be forgotten.
sub cut_line {
  my $text = characters($buffer);
  my @spans = sort { $b->[0] <=> $a->[0] } needs_care($buffer) ? all_spans($text) : ();
  my $cut = length($text) - $tail;
  for (@spans) { $cut = $_->[0] if $_->[0] < $cut && $cut < $_->[1] }
  my $long = 0;
  if ($cut < $tail) {
    for (@spans) {
      next if $_->[1] - $_->[0] <= 2 * $tail;
      substr $text, $_->[0] + $tail, $_->[1] - $_->[0] - 2 * $tail, '';
      $long = 1;
    }
    # Never seen in practice: matches overlap from one end to the other.
    if (!$long) { record("$mask\n"); $text = '' }
    $cut = 0;
  }
  $cut-- while $cut > 0 && substr($text, $cut - 1, 1) eq "\r";
  record(bytes(substr $text, 0, $cut, '') . "\n") if $cut > 0;
  $buffer = bytes($text);
  $scanned = length($buffer) > 200 ? length($buffer) - 200 : 0;
}

sub all_spans {
  my ($text) = @_;
  my @spans;
  my $apart = ($text =~ tr/\x00-\x07\x0e-\x1f\x7f//) ? apart($text) : undef;
  for my $rule (@rules) {
    push @spans, spans_across_escapes($apart, $rule) if $apart;
    while ($text =~ /$rule/g) { push @spans, [$-[0], $+[0]] if $-[0] < $+[0] }
  }
  while ($text =~ /$escape/g) { push @spans, [$-[0], $+[0]] if $+[0] - $-[0] < $tail }
  return @spans;
}

sub record_whole_lines {
  my ($upto) = @_;
  my $lines = substr $buffer, 0, $upto, '';
  $scanned -= $upto;
  $scanned = 0 if $scanned < 0;
  record($lines);
}

sub record_all {
  my ($upto) = @_;
  my $lines = substr $buffer, 0, $upto, '';
  record($lines eq '' || substr($lines, -1) eq "\n" ? $lines : "$lines\n");
}

# Of a line that cannot be written only as much is kept as a sentinel may have begun in.
sub discard_beginning {
  $buffer = substr $buffer, -400;
  $scanned = 0;
  $half = 1;
}

sub acknowledge {
  if (-p "$id.ack" && open my $ack, '+<', "$id.ack") { syswrite $ack, "\n" }
}

# What was looked at is not looked at again, or a long line would cost the square of its length.
sub take_sentinels {
  my $taken = 0;
  while ((my $at = index $buffer, <<SENTINEL>>, $scanned) >= 0) {
    pos($buffer) = $at;
    if ($buffer =~ /\G$start/gc) {
      $taken = 1;
      my ($epoch, $length) = ($1, $+[0] - $at);
      substr $buffer, $at, $length, '';
      my $upto = $at ? rindex($buffer, "\n", $at - 1) + 1 : 0;
      $scanned = $at;
      record_whole_lines($upto);
      mark('start', $epoch, position());
    }
    elsif ($buffer =~ /\G$exit/gc) {
      $taken = 1;
      my ($code, $epoch, $length) = ($1, $2, $+[0] - $at);
      substr $buffer, $at, $length, '';
      $tried = 0;
      record_all($at);
      $scanned = 0;
      mark('exit', $code, $epoch, position());
      acknowledge();
    }
    elsif ($buffer =~ /\G$hide/gc) {
      $taken = 1;
      my ($secret, $length) = ($1, $+[0] - $at);
      substr $buffer, $at, $length, '';
      $scanned = $at;
      learn($secret);
    }
    # One that may only be cut off. What has anything else in it is none, and must not hide one behind it.
    elsif (length($buffer) - $at < <<LONGEST>> && substr($buffer, $at + 8) =~ /\A[0-9a-z;]*\x1b?\z/) { $scanned = $at; return $taken }
    else { $scanned = $at + 1 }
  }
  $scanned = length($buffer) - 8 if length($buffer) - 8 > $scanned;
  return $taken;
}

open_log();
if (!$failed) {
  truncate_to_whole_lines();
  append_gap() if @ARGV;
}
while (1) {
  my $before = length $buffer;
  alarm 0;
  my $count = sysread STDIN, $buffer, <<READ>>, $before;
  # A rule of somebody's own may never end on what it was not made for. The next of us marks the gap.
  alarm <<PATIENCE>>;
  next if !defined $count && $! == 4;
  last unless $count;
  my $taken = take_sentinels();
  $before = 0 if $before > length $buffer || $taken;
  record_whole_lines(rindex($buffer, "\n") + 1) if index($buffer, "\n", $before) >= 0;
  if ($failed) { discard_beginning() if length $buffer > 400 }
  elsif (length $buffer > $held) { cut_line() }
  show_tail() if <<LIVE>>;
}
$tried = 0;
record_all(length $buffer);
# Recording was stopped, or the pane is gone: nobody shall wait for an answer that will never come.
acknowledge();
unlink "$id.ack";
exit 0;
`;
