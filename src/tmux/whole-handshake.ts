import { unaliased } from './unaliased.js';

/**
 * A control-mode client of tmux 3.2 to 3.6 in perl, which does what `tmux -N -u -C attach-session` does, but for the order
 * in which it sends its handshake.
 *
 * tmux's own client says first that it is a control client, and then what is known of it, in at least three messages of the
 * socket, because each of its two file descriptors needs one. When the server has read the first and not yet the last, the
 * client counts as a control client (`CLIENT_CONTROL`), but there is no place for what is written to it (`control_state` is
 * set by `MSG_IDENTIFY_DONE`). Whatever makes the server write to all control clients in between makes it read at address
 * 0x20 (`control_write`): a client that leaves, a session that comes, ends or is renamed, a program that ends in the last
 * window of a session. So does a client that dies in between (`control_stop`). On a busy machine it can take tens of
 * milliseconds from the first message to the last. tmux 3.7 looks whether there is a place.
 *
 * This client sends all the rest first, then both descriptors, and in one last write that it is a control client, that its
 * handshake is complete, and its command. That is one piece of the socket, which the server takes with one read: a read
 * ends behind a descriptor, so nothing stands in front of it, and it handles all messages of a read before anything else.
 * There is no moment in which the server could meet half of it.
 *
 * Arguments: path of the socket, version of the server, client flags, session, then the tmux command. Where it cannot send
 * descriptors (other systems and processors, 32 bits) it becomes tmux's own client; else it says first that it is this one.
 * In a list of processes it looks like the client that it stands for.
 *
 * The processor is that of the program itself, by its ELF number (x86-64, ARM64, RISC-V, POWER, s390x; behind it the number
 * of the system call): perl's modules for that take longer than all the rest. The numbers of messages are those of
 * tmux-protocol.h, the same in all these versions. Since 3.6 the length of a message has 32 bits, and the highest one says
 * that a descriptor comes with it.
 */
export const WHOLE_HANDSHAKE_CLIENT = `use strict;
sub EINTR() { 4 } sub ECONNREFUSED() { 111 } sub F_GETFL() { 3 } sub F_SETFL() { 4 } sub O_NONBLOCK() { 2048 }
$| = 1;
my ($path, $version, $flags, $session, @tmux) = @ARGV;
my @attach = ('${unaliased('attach-session')}', '-E', '-f', $flags, '-t', $session);
my %sendmsg = (62 => 46, 183 => 211, 243 => 211, 21 => 341, 22 => 370);
my $elf = '';
if ($^O eq 'linux' && open my $self, '<', '/proc/self/exe') { read $self, $elf, 20 }
my $number = $elf =~ /^\\x7fELF\\x02/ ? $sendmsg{unpack 'x18 S', $elf} : undef;
if (!defined $number) {
  exec @tmux, '-N', '-u', '-C', @attach;
  die "tmux: $!\\n";
}
$0 = join ' ', @tmux, '-N', '-u', '-C', @attach;
$SIG{PIPE} = 'IGNORE';
my $gone = 0;
socket(my $server, 1, 1, 0) or die "socket: $!\\n";
if (!connect($server, pack('S a108', 1, $path))) {
  print STDERR $! == ECONNREFUSED ? "no server running on $path\\n" : "error connecting to $path ($!)\\n";
  exit 1;
}
print "%muxwright whole\\n";
my $wide = $version =~ /^3\\.(\\d+)/ && $1 >= 6;
sub message {
  my ($type, $data, $has_fd) = @_;
  my $length = 16 + length $data;
  my @length = $wide ? ('L', $length | ($has_fd ? 0x80000000 : 0)) : ('SS', $length, $has_fd ? 1 : 0);
  return pack("L$length[0]LL", $type, @length[1 .. $#length], 8, $$) . $data;
}
sub text { my ($type, $text) = @_; return message($type, "$text\\0") }
sub put {
  my ($bytes) = @_;
  while (length $bytes) {
    my $written = syswrite($server, $bytes);
    next if !defined $written && $! == EINTR;
    if (!defined $written) { $gone = 1; return }
    substr($bytes, 0, $written) = '';
  }
}
sub put_descriptor {
  my ($type, $fd) = @_;
  my $bytes = message($type, '', 1);
  my $vector = pack('P Q', $bytes, length $bytes);
  my $control = pack('Q l l l x4', 20, 1, 1, $fd);
  my $header = pack('Q L x4 P Q P Q l x4', 0, 0, $vector, 1, $control, length $control, 0);
  while (syscall($number, fileno $server, $header, 0) == -1) {
    next if $! == EINTR;
    $gone = 1;
    return;
  }
}
my $cwd = readlink '/proc/self/cwd';
my @here = stat '.';
my @named = defined $ENV{PWD} ? stat $ENV{PWD} : ();
$cwd = $ENV{PWD} if @here && @named && "@here[0, 1]" eq "@named[0, 1]";
$cwd = '/' if !defined $cwd;
my $about = text(101, defined $ENV{TERM} ? $ENV{TERM} : '') . text(102, '') . text(108, $cwd);
$about .= message(107, pack 'l', $$);
for my $name (keys %ENV) {
  my $variable = "$name=$ENV{$name}";
  $about .= text(105, $variable) if length $variable < 16367;
}
put($about);
put_descriptor(104, 0);
put_descriptor(110, 1);
put(message(111, pack 'Q', 0x13000) . message(106, '') . message(200, pack('l', scalar @attach) . join '', map { "$_\\0" } @attach));
sub leave {
  my ($reason) = @_;
  fcntl(STDOUT, F_SETFL, fcntl(STDOUT, F_GETFL, 0) & ~O_NONBLOCK);
  print STDOUT $reason eq '' ? "%exit\\n" : "%exit $reason\\n";
  exit 0;
}
$SIG{TERM} = $SIG{HUP} = sub { leave('') };
my $read = '';
sub take {
  my ($count) = @_;
  while (length $read < $count) {
    my $got = sysread($server, $read, 65536, length $read);
    next if !defined $got && $! == EINTR;
    leave('server exited unexpectedly') if !$got;
  }
  return substr($read, 0, $count, '');
}
while (1) {
  leave('server exited unexpectedly') if $gone;
  my ($type, $length) = unpack($wide ? 'L L' : 'L S', take(16));
  my $data = take(($length & 0x7fffffff) - 16);
  if ($type == 203 || $type == 210) {
    my $message = length $data > 4 ? substr($data, 4) : '';
    $message =~ s/\\0.*//s;
    leave($message);
  }
  put(message(205, '')) if $type == 201 || $type == 202;
  leave('') if $type == 204;
  if ($type == 12) {
    print STDERR "protocol version mismatch\\n";
    exit 1;
  }
}
`;
