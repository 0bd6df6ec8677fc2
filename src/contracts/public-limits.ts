/** Limits for public pages, apart from the schemas: these pages load no validator. */

export const MOST_LINES = 100

/** Of one product; larger quantities are for sales staff. */
export const MOST_PIECES = 99

/** Characters of a search, category or filter value in the products page's address. */
export const LONGEST_QUERY_TEXT = 200

export const MOST_CHOSEN = 50

/** Products in one answer. */
export const MOST_AT_ONCE = 480
