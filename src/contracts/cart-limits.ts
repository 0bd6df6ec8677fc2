/** The bounds of a cart, apart from its schema because public pages load no validator. */

export const MOST_LINES = 100
/** Pieces of one product; more is an order for the sales desk. */
export const MOST_PIECES = 99
