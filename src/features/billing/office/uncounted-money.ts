import { PAGE_SIZE, type ListPage } from '~/contracts/list-page'

/** A page of a list whose rows are not counted, in the form of a list: the number of rows so far, and a mark if there are more. */
export function uncounted<Row>({ rows, nextCursor }: { rows: Row[]; nextCursor: string | null }, page: number): ListPage<Row, null> {
  const seen = (page - 1) * PAGE_SIZE + rows.length
  return { rows, nextCursor, total: seen, matching: seen, matchingIsLeast: nextCursor !== null, counts: null }
}
