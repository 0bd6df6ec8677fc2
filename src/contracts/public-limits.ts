/** Bounds of what public pages ask for, apart from the schemas that hold them: these pages run without a validator. */

/** Products in a cart. */
export const MOST_LINES = 100

/** Pieces of one product; more is an order for the sales staff. */
export const MOST_PIECES = 99

/** Characters of a search, a category or a chosen value in the products page's address. */
export const LONGEST_QUERY_TEXT = 200

/** Values chosen of one facet. */
export const MOST_CHOSEN = 50

/** The most products that one answer has. */
export const MOST_AT_ONCE = 480
