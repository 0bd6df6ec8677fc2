interface Page<Row> {
  rows: Row[]
  nextCursor: string | null
}

/** All rows of a list, page by page, in the order in which they come. */
export async function readPages<Row>(read: (cursor: string | null) => Promise<Page<Row>>): Promise<Row[]> {
  const rows: Row[] = []
  let cursor: string | null = null
  do {
    const page: Page<Row> = await read(cursor)
    rows.push(...page.rows)
    cursor = page.nextCursor
  } while (cursor !== null)
  return rows
}

/** Cursors that no list gives out: nonsense, and some that would reach the database as bad values. */
export const foreignCursors = (sort: string) => {
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const id = '00000000-0000-0000-0000-000000000000'
  return [
    'nonsense',
    encoded({}),
    encoded([sort]),
    encoded([sort, 'yesterday', id]),
    encoded([sort, '2026-02-30T00:00:00.000000Z', id]),
    encoded([sort, '0000-02-20T00:00:00.000000Z', id]),
    encoded([sort, '2026-02-20T00:00:00.000000Z', 'one']),
    encoded([sort, '2026-02-20T00:00:00.000000Z\0', id]),
    encoded(['elsewhere', '2026-02-20T00:00:00.000000Z', id]),
  ]
}
