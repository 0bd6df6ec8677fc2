/**
 * Text that a spreadsheet would run as a formula, after any number of `'` marks; full-width signs count too. A formula can begin at the
 * start of the text or after a separator, since a spreadsheet that separates cells by semicolons or tabs reads commas and the quotes around
 * a text as text. Quotes, white space of every script and invisible characters may come first, but no separators, so that each position is
 * tried once.
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
const FORMULA = /((?:^|[;|\t\r\n])(?:(?![\t\r\n])["\s\p{Cc}\p{Cf}\u115F\u1160\u2800\u3164\uFFA0])*)('*)(?=[=+\-@＝＋－＠])/gu
const MARKED = /((?:^|[;|\t\r\n])(?:(?![\t\r\n])["\s\p{Cc}\p{Cf}\u115F\u1160\u2800\u3164\uFFA0])*)'('*)(?=[=+\-@＝＋－＠])/gu

/** Some spreadsheets ignore white space at the start of a cell. */
const BLANK =
  /^'*(?:[\t\r\n]|[\s\p{Cc}\p{Cf}\u115F\u1160\u2800\u3164\uFFA0]["\s\p{Cc}\p{Cf}\u115F\u1160\u2800\u3164\uFFA0]*'*(?=[=+\-@＝＋－＠]))/u
const MARKED_BLANK =
  /^'+(?:[\t\r\n]|[\s\p{Cc}\p{Cf}\u115F\u1160\u2800\u3164\uFFA0]["\s\p{Cc}\p{Cf}\u115F\u1160\u2800\u3164\uFFA0]*'*(?=[=+\-@＝＋－＠]))/u

/** Puts a `'` before a text that a spreadsheet would run as a formula. */
export function toSafeCell(text: string): string {
  const marked = text.replace(FORMULA, "$1'$2")
  return BLANK.test(text) ? `'${marked}` : marked
}

export function fromSafeCell(cell: string): string {
  const text = MARKED_BLANK.test(cell) ? cell.slice(1) : cell
  return text.replace(MARKED, '$1$2')
}
