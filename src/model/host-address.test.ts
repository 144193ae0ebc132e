import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatHostAddress, type HostAddress, parseHostAddress } from './host-address.js';

describe('parseHostAddress', () => {
  it.each<[string, HostAddress]>([
    ['local', { kind: 'local', socket: undefined }],
    ['local?socket=work', { kind: 'local', socket: 'work' }],
    ['docker://sandbox', { kind: 'docker', container: 'sandbox', socket: undefined }],
    ['my_box.1', { kind: 'docker', container: 'my_box.1', socket: undefined }],
    ['docker://sandbox?socket=a%20b', { kind: 'docker', container: 'sandbox', socket: 'a b' }],
    ['ssh://box', { kind: 'ssh', user: undefined, hostname: 'box', port: undefined, socket: undefined }],
    ['ssh://me@box:2222', { kind: 'ssh', user: 'me', hostname: 'box', port: 2222, socket: undefined }],
    ['ssh://[::1]:22', { kind: 'ssh', user: undefined, hostname: '::1', port: 22, socket: undefined }],
    ['k8s://ns/pod', { kind: 'k8s', namespace: 'ns', pod: 'pod', container: undefined, socket: undefined }],
    ['k8s://ns/pod/c', { kind: 'k8s', namespace: 'ns', pod: 'pod', container: 'c', socket: undefined }],
  ])('understands %s', (text, expected) => {
    expect(parseHostAddress(text)).toEqual(expected);
  });

  it.each([
    ['', 'it is empty'],
    ['   ', 'it is empty'],
    ['ftp://box', "'ftp' is not a kind of host"],
    ['docker://', 'the name of the container is missing'],
    ['docker://a b', 'cannot be the name of a container'],
    ['-x', 'cannot be the name of a container'],
    ['ssh://', 'the name of the machine is missing'],
    ['ssh://@box', "the user before '@' is missing"],
    ['ssh://-oProxyCommand=x', "may not begin with '-'"],
    ['ssh://-l@box', "may not begin with '-'"],
    ['ssh://box:0', 'is not a port'],
    ['ssh://box:99999', 'is not a port'],
    ['ssh://box/path', 'is not of the form'],
    ['k8s://ns', 'is not of the form'],
    ['local://x', "takes nothing after '://'"],
    ['local?socket=', "the name after 'socket=' is missing"],
    ['local?socket=../x', "without '/'"],
    ['local?sock=x', "'sock' is not an option"],
    ['local?socket=%zz', 'broken %-escape'],
    ['local?a?b', "more than one '?'"],
  ])('refuses %j and says why', (text, why) => {
    expect(() => parseHostAddress(text)).toThrow(
      expect.objectContaining({
        code: 'INVALID_ADDRESS',
        message: expect.stringContaining(why),
        suggestion: expect.stringContaining('docker://NAME'),
      }),
    );
  });

  it('repeats what it refuses in one line, and not all of a book', () => {
    for (const text of ['two\nlines\x1b[2J', `local://${'\n'.repeat(100_000)}x`, 'x y'.repeat(100_000)]) {
      expect(() => parseHostAddress(text)).toThrow(
        expect.objectContaining({ message: expect.stringMatching(/^[^\x00-\x1f\x7f]{1,2000}$/) }),
      );
    }
  });

  it('never throws anything but its own error, and gives back what it formats', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.string().map((text) => `ssh://${text}`),
        ),
        (text) => {
          let address: HostAddress;
          try {
            address = parseHostAddress(text);
          } catch (error) {
            expect(error).toMatchObject({ code: 'INVALID_ADDRESS' });
            return;
          }
          expect(parseHostAddress(formatHostAddress(address))).toEqual(address);
        },
      ),
      { numRuns: 10_000 },
    );
  });
});
