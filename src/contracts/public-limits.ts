/** Bounds of what public pages ask for, apart from the schemas that hold them: these pages run without a validator. */

/** Products in a cart. */
export const MOST_LINES = 100

/** Pieces of one product; more is an order for the sales desk. */
export const MOST_PIECES = 99

/** Characters of a search, a category or a chosen value in the products page's address. */
export const LONGEST_QUERY_TEXT = 200

/** Values chosen of one facet. */
export const MOST_CHOSEN = 50

/** Machines of one request. */
export const MOST_MACHINES = 200

/** Files of one case, those that were removed not among them. */
export const MOST_FILES = 20

/** A request whose email nobody has answered goes after so many days, and its pictures with it. */
export const REQUEST_KEPT_DAYS = 7

/** What a file that is added to a request is: a picture, or a machine's own data. */
export const requestFileKinds = ['picture', 'reading'] as const
export type RequestFileKind = (typeof requestFileKinds)[number]

/** The most products that one answer has. */
export const MOST_AT_ONCE = 480
