/** Apart from the schemas, so that forms show before those load. */

export const MOST_MACHINES = 200

/** Files of one case, without removed ones. */
export const MOST_FILES = 20

/** Days until a request with an unconfirmed email is deleted with its pictures. */
export const REQUEST_KEPT_DAYS = 7

/** `reading`: a machine's own data. */
export const requestFileKinds = ['picture', 'reading'] as const
export type RequestFileKind = (typeof requestFileKinds)[number]
