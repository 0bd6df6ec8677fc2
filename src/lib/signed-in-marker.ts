/** Set beside the session's cookie, with the second name over TLS. It only says that asking for the session is worthwhile. */
const MARKERS = ['signed-in=1', '__Host-signed-in=1']

/** False without the marker: nobody is signed in, and no request is needed. */
export const maySignedIn = (): boolean => document.cookie.split('; ').some((cookie) => MARKERS.includes(cookie))
