/** Bounds and kinds of what requests ask for, apart from the schemas that hold them: their forms are shown without those. */

export const MOST_MACHINES = 200

/** Files of one case, those that were removed not among them. */
export const MOST_FILES = 20

/** A request whose email nobody has answered goes after so many days, and its pictures with it. */
export const REQUEST_KEPT_DAYS = 7

/** A file that is added to a request is a picture, or a machine's own data. */
export const requestFileKinds = ['picture', 'reading'] as const
export type RequestFileKind = (typeof requestFileKinds)[number]
