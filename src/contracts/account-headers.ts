/** Sent by a page with what it asks for by itself; names of headers are in lower case. */
export const BACKGROUND_HEADER = 'x-background'
