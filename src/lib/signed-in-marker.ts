/** Set beside the session's cookie and readable here, with the second name over TLS; it says that asking is worth it, and nothing else. */
const MARKERS = ['signed-in=1', '__Host-signed-in=1']

/** False without the marker: then nobody is signed in, and no request is needed. */
export const maySignedIn = (): boolean => document.cookie.split('; ').some((cookie) => MARKERS.includes(cookie))
