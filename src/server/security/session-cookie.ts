/** The cookie of a browser that has signed in. */
const sessionCookieName = 'muxwright_session';

/** Its value out of the header of a request. */
export function sessionCookie(header: string | undefined): string | undefined {
  const parts = header?.split(';').map((part) => part.trim()) ?? [];
  const found = parts.find((part) => part.startsWith(`${sessionCookieName}=`));
  return found?.slice(sessionCookieName.length + 1);
}

/** No script can read it, and no page of another site makes a browser send it. */
export function setSessionCookie(secret: string, maxAgeMs: number, secure: boolean): string {
  const age = Math.max(0, Math.floor(maxAgeMs / 1_000));
  return `${sessionCookieName}=${secret}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${age}${secure ? '; Secure' : ''}`;
}
