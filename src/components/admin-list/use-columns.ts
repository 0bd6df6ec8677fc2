import { useRouter } from 'next/router'
import { useCallback, useContext, useEffect, useMemo, useState } from 'react'
import * as z from 'zod'
import { useStored } from '~/lib/use-stored'
import type { ListColumn } from './list-column'
import { Columns, type ColumnChoice, type ColumnState } from './list-tools'

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
