import { PAGE_SIZE, type ListPage } from '~/contracts/list-page'

/** A page of an uncounted list in the form of a counted one: rows so far, and whether there are more. */
export function uncounted<Row>({ rows, nextCursor }: { rows: Row[]; nextCursor: string | null }, page: number): ListPage<Row, null> {
  const seen = (page - 1) * PAGE_SIZE + rows.length
  return { rows, nextCursor, total: seen, matching: seen, matchingIsLeast: nextCursor !== null, counts: null }
}
