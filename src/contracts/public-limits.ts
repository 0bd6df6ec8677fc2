/** Limits for public pages, apart from the schemas: these pages load no validator. */

export const MOST_LINES = 100

/** Of one product; larger quantities are for sales staff. */
export const MOST_PIECES = 99

export const LONGEST_QUERY_TEXT = 200

export const MOST_CHOSEN = 50

export const MOST_AT_ONCE = 480
