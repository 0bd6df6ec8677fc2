import { PAGE_SIZE, type ListPage } from '~/contracts/list-page'

/** A page of a list whose rows are not counted, as lists show it: so many as have been seen, and whether there are more. */
export function uncounted<Row>({ rows, nextCursor }: { rows: Row[]; nextCursor: string | null }, page: number): ListPage<Row, null> {
  const seen = (page - 1) * PAGE_SIZE + rows.length
  return { rows, nextCursor, total: seen, matching: seen, matchingIsLeast: nextCursor !== null, counts: null }
}
