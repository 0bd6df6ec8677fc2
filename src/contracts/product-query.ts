/** Bounds of what the products page's address may ask for; public pages run this in the browser, so it imports no validator. */

/** Characters of a search, a category or a chosen value. */
export const LONGEST_QUERY_TEXT = 200

/** Values chosen of one facet. */
export const MOST_CHOSEN = 50

/** The most products that one answer has. */
export const MOST_AT_ONCE = 480
