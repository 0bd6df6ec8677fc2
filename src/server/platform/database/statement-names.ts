/** Uses before a statement is prepared, most prepared statements, and most counted texts. */
const OFTEN = 5
const MOST_NAMED = 200
const MOST_SEEN = 1_000
/** Longer texts are lists of placeholders of varying length. */
const LONGEST_TEXT = 8_000

/**
 * So that each connection plans them once. @returns '' for an unprepared statement
 * @see https://www.postgresql.org/docs/current/sql-prepare.html
 */
export function createStatementNames(): (statement: { sql: string }) => string {
  const names = new Map<string, string>()
  const seen = new Map<string, number>()
  return ({ sql }) => {
    const known = names.get(sql)
    if (known !== undefined) return known
    if (names.size >= MOST_NAMED || sql.length > LONGEST_TEXT) return ''
    const times = (seen.get(sql) ?? 0) + 1
    if (times < OFTEN) {
      if (seen.size >= MOST_SEEN) seen.clear()
      seen.set(sql, times)
      return ''
    }
    seen.delete(sql)
    const name = `shop_${names.size}`
    names.set(sql, name)
    return name
  }
}
