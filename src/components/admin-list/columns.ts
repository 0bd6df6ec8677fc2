import { type ReactNode, createContext, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { useRouter } from 'next/router'
import * as z from 'zod'
import { useStored } from '~/lib/use-stored'

/** Tools at the end of every list's toolbar; the frame around the screens sets them. */
export const ListTools = createContext<ReactNode>(null)

/** A column as people choose it. */
interface ColumnChoice {
  id: string
  header: string
}

/** Which columns the list of a panel has, and which of them its reader has hidden. */
interface ColumnState {
  choices: readonly ColumnChoice[]
  offer: (choices: readonly ColumnChoice[]) => void
  hidden: ReadonlySet<string>
  setHidden: (id: string, hidden: boolean) => void
}

export const Columns = createContext<ColumnState | null>(null)

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
  /**
   * Stands on a closed card too, in one line, `named` after its column's name; all but these and the title is there once the card is opened.
   */
  brief?: boolean | 'named'
}

const stored = z.array(z.string())
const NOTHING: ReadonlySet<string> = new Set()

function parse(text: string | null): ReadonlySet<string> {
  if (text === null) return NOTHING
  try {
    return new Set(stored.catch([]).parse(JSON.parse(text)))
  } catch {
    return NOTHING
  }
}

/**
 * The column choice of a list's panel. Remembered in localStorage for each screen, under
 * `admin-columns:<path>` (for example 'admin-columns:/admin/orders'), as a JSON array of the hidden columns' ids.
 */
export function useColumnState(): ColumnState {
  const { pathname } = useRouter()
  const [text, setText] = useStored(`admin-columns:${pathname}`)
  const [choices, offer] = useState<readonly ColumnChoice[]>([])
  const hidden = useMemo(() => parse(text), [text])
  return {
    choices,
    offer,
    hidden,
    setHidden: (id, hide) => {
      const next = [...hidden].filter((each) => each !== id)
      if (hide) next.push(id)
      setText(next.length === 0 ? null : JSON.stringify(next))
    },
  }
}

/** A column that says which row it is, or does something with it, is always shown. */
const mayHide = <Row>({ id, card }: ListColumn<Row>, index: number) =>
  index > 0 && id !== 'actions' && (card === undefined || card === 'half')

/** The columns that are left of a list's, and the offer of them to its panel. */
export function useShownColumns<Row>(columns: readonly ListColumn<Row>[]): readonly ListColumn<Row>[] {
  const state = useContext(Columns)
  const offer = state?.offer
  const hidden = state?.hidden ?? NOTHING
  const tell = useCallback(() => offer?.(columns.filter(mayHide).map(({ id, header }) => ({ id, header }))), [offer, columns])
  useEffect(tell, [tell])
  return useMemo(() => columns.filter((column, index) => !hidden.has(column.id) || !mayHide(column, index)), [columns, hidden])
}
