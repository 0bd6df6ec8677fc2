import type { ReactNode } from 'react'

/** One column of a list. */
export interface ListColumn<Row> {
  /** Also the sort's name where the column sorts. */
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** The direction that the first click on the header sorts in; a column without it does not sort. */
  sort?: 'ascending' | 'descending'
  /** Amounts stand at the end of their column. */
  align?: 'end'
  /** On narrow screens a row is a card: its title, its button in the corner, values of half its width, then short ones, controls across its foot. */
  card?: 'title' | 'corner' | 'half' | 'foot'
}
