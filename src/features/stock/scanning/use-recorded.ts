import { useEffect } from 'react'
import type { PartListInput } from '~/contracts/stock/parts'
import type { UnitListInput } from '~/contracts/stock/units'
import { trpc } from '~/trpc/client'
import { partThing, unitThing, type Thing } from './scanned-things'

/** Rows of a page; nobody scans more than `MOST_PAGES` in one go. */
const PAGE = 100
const MOST_PAGES = 20

interface Pages<Row> {
  error: unknown
  data: { pages: { rows: Row[] }[] } | undefined
  hasNextPage: boolean
  isFetching: boolean
  isError: boolean
  fetchNextPage: () => Promise<unknown>
  refetch: () => unknown
}

/** Reads page after page. */
function useAll<Row>(query: Pages<Row>) {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query
  const goesOn = hasNextPage && (data?.pages.length ?? 0) < MOST_PAGES
  useEffect(() => {
    if (goesOn && !isFetching && !isError) void fetchNextPage()
  }, [goesOn, isFetching, isError, fetchNextPage])
  return { rows: data?.pages.flatMap(({ rows }) => rows), goesOn, isCut: hasNextPage && !goesOn }
}

const nextPage = { getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor }

export interface Recorded {
  /** Undefined until complete. */
  things: Thing[] | undefined
  /** There are more things than are compared. */
  isCut: boolean
  failed: Pick<Pages<never>, 'error' | 'isFetching' | 'refetch'> | undefined
}

export function useParts(view: Partial<PartListInput>, enabled = true): Recorded {
  const query = trpc.parts.list.useInfiniteQuery({ ...view, limit: PAGE }, { ...nextPage, enabled })
  const { rows, goesOn, isCut } = useAll(query)
  if (!enabled) return { things: [], isCut: false, failed: undefined }
  return { things: goesOn ? undefined : rows?.map(partThing), isCut, failed: query.isError ? query : undefined }
}

export function useUnits(view: Partial<UnitListInput>, enabled = true): Recorded {
  const query = trpc.units.list.useInfiniteQuery({ ...view, limit: PAGE }, { ...nextPage, enabled })
  const { rows, goesOn, isCut } = useAll(query)
  if (!enabled) return { things: [], isCut: false, failed: undefined }
  return { things: goesOn ? undefined : rows?.map(unitThing), isCut, failed: query.isError ? query : undefined }
}

export const together = (one: Recorded, other: Recorded): Recorded => ({
  things: one.things && other.things && [...one.things, ...other.things],
  isCut: one.isCut || other.isCut,
  failed: one.failed ?? other.failed,
})
