/** Set beside the session's cookie and readable here, with the second name over TLS; it says that asking is worth it, and nothing else. */
const MARKERS = ['signed-in=1', '__Host-signed-in=1']

/** Whether somebody may be signed in: without the marker nobody is, and no request need be made. */
export const maySignedIn = (): boolean => document.cookie.split('; ').some((cookie) => MARKERS.includes(cookie))
