/**
 * What a spreadsheet would run as a formula, after any number of the marks that take its force; the
 * full-width forms count as the signs themselves.
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/
const MARKED = /^'+[=+\-@\t\r＝＋－＠]/

/** A text as it may stand in a cell: one that a spreadsheet could run gets a `'` before it. */
export const toSafeCell = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** The text that `toSafeCell` made a cell of. */
export const fromSafeCell = (cell: string): string => (MARKED.test(cell) ? cell.slice(1) : cell)
