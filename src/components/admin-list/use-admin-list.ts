import { useRouter, type NextRouter } from 'next/router'
import { useState } from 'react'
import type * as z from 'zod'
import { changeQuery } from '~/lib/change-query'

/** Every list's input has these; its own filters come on top (contracts/list-page). */
export interface ListView {
  search?: string | undefined
  sort?: string | undefined
  cursor?: string | null | undefined
  limit?: number | undefined
}

/** The part of a list's view that does not depend on what is listed. */
export type AdminListView = Omit<ReturnType<typeof useAdminList>, 'input'>

/** Keys of an input by which it filters nothing. */
const notFilters: ReadonlySet<string> = new Set<keyof ListView>(['sort', 'limit', 'cursor'])

/** Texts of the address; undefined or empty takes one away. */
type Changes = Record<string, string | undefined>

const texts = (query: NextRouter['query']): Record<string, string> =>
  Object.fromEntries(Object.entries(query).flatMap(([key, value]) => (typeof value === 'string' && value !== '' ? [[key, value]] : [])))

/** An address is typed by people: what the schema refuses falls back to the list's default. */
function parseView<Input>(schema: z.ZodType<Input>, view: Record<string, string>): Input {
  const parsed = schema.safeParse(view)
  if (parsed.success) return parsed.data
  const refused = new Set(parsed.error.issues.map((issue) => String(issue.path[0])))
  return schema.parse(Object.fromEntries(Object.entries(view).filter(([key]) => !refused.has(key))))
}

/**
 * Keeps a list's search, filters, sort and page in the address, so that a view can be shared,
 * reloaded and left with Back.
 * @param schema the list procedure's own input
 */
export function useAdminList<Input extends ListView>(schema: z.ZodType<Input>) {
  const router = useRouter()
  const { page: pageText, limit: _limit, details: _details, ...view } = texts(router.query)
  const input = parseView(schema, view)
  const page = Math.max(1, Math.trunc(Number(pageText)) || 1)

  // The cursors of the pages seen, to go back by; a keyset knows only the way forward.
  const { cursor: _cursor, ...withoutCursor } = view
  const viewKey = JSON.stringify(withoutCursor)
  const [trail, setTrail] = useState<{ viewKey: string; cursors: Record<number, string | undefined> }>({ viewKey, cursors: {} })
  const cursors = trail.viewKey === viewKey ? trail.cursors : {}
  const previousKnown = page === 2 || page - 1 in cursors

  const go = (changes: Changes, how: 'push' | 'replace') =>
    changeQuery(router, how, (query) =>
      Object.fromEntries(Object.entries({ ...texts(query), ...changes }).filter(([, value]) => Boolean(value))),
    )
  const firstPage = { cursor: undefined, page: undefined }
  const show = (changes: Changes) => go({ ...changes, ...firstPage }, 'push')

  return {
    /** The address of the list with other filters, for a link. */
    address: (changes: Changes): string => {
      const { cursor: _position, page: _page, details: _open, ...shown } = texts(router.query)
      const query = new URLSearchParams(Object.entries({ ...shown, ...changes }).flatMap(([key, value]) => (value ? [[key, value]] : [])))
      return query.size > 0 ? `${router.pathname}?${query.toString()}` : router.pathname
    },
    /** The input of the list procedure. */
    input,
    page,
    previousKnown,
    /** Typing does not fill the history. */
    search: (text: string) => go({ search: text.trim(), ...firstPage }, 'replace'),
    /** Sets filters or the sort; the list starts at its first page again. */
    show,
    /** Takes search and filters away. */
    showAll: () => show(Object.fromEntries(Object.keys(input).flatMap((key) => (notFilters.has(key) ? [] : [[key, undefined]])))),
    next: (cursor: string) => {
      setTrail({ viewKey, cursors: { ...cursors, [page]: input.cursor ?? undefined } })
      void go({ cursor, page: String(page + 1) }, 'push')
    },
    /** The page before; the first one when the address came from elsewhere and the way back is unknown. */
    previous: () => {
      const target = previousKnown ? page - 1 : 1
      void go(target === 1 ? firstPage : { cursor: cursors[target], page: String(target) }, 'push')
    },
  }
}
