import { keepPreviousData } from '@tanstack/react-query'
import type { Repair } from '~/contracts/cases/repairs'
import type { CaseFilters } from '~/contracts/status-inputs'
import { activeRepairStatuses, repairStatuses, type RepairStatus } from '~/contracts/statuses'
import { trpc } from '~/trpc/client'

/** Filters of the board. */
export type BoardFilters = CaseFilters & { search?: string | undefined }

const isActive = (status: RepairStatus) => activeRepairStatuses.some((active) => active === status)

/** Open repairs by due day, done ones newest first. */
const inputOf = (status: RepairStatus, filters: BoardFilters) =>
  ({ ...filters, status, sort: isActive(status) ? 'due' : '-created' }) as const

function useColumn(status: RepairStatus, filters: BoardFilters) {
  const query = trpc.repairs.list.useInfiniteQuery(inputOf(status, filters), {
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  })
  const first = query.data?.pages[0]
  return {
    rows: query.data?.pages.flatMap((page) => page.rows),
    matching: first?.matching,
    matchingIsLeast: first?.matchingIsLeast ?? false,
    error: query.isError && !query.data ? query.error : null,
    refetch: () => void query.refetch(),
    onMore: query.hasNextPage ? () => void query.fetchNextPage() : undefined,
    loadingMore: query.isFetchingNextPage,
  }
}
export type BoardColumnData = ReturnType<typeof useColumn>

export const useRepairColumns = (filters: BoardFilters): Record<RepairStatus, BoardColumnData> => ({
  received: useColumn('received', filters),
  diagnosing: useColumn('diagnosing', filters),
  repairing: useColumn('repairing', filters),
  testing: useColumn('testing', filters),
  completed: useColumn('completed', filters),
  shipped: useColumn('shipped', filters),
})

/** Puts a stored repair into its column until the columns are refetched. */
export function useRepairStored(filters: BoardFilters) {
  const { list } = trpc.useUtils().repairs
  return (stored: Repair) => {
    for (const status of repairStatuses) {
      list.setInfiniteData(inputOf(status, filters), (data) => {
        if (!data) return data
        const belongs = stored.status === status
        const known = data.pages.some(({ rows }) => rows.some(({ id }) => id === stored.id))
        const change = Number(belongs) - Number(known)
        return {
          ...data,
          pages: data.pages.map((page, index) => ({
            ...page,
            matching: Math.max(0, page.matching + change),
            rows: [
              ...(belongs && !known && index === 0 ? [stored] : []),
              ...page.rows.flatMap((row) => (row.id !== stored.id ? [row] : belongs ? [stored] : [])),
            ],
          })),
        }
      })
    }
  }
}
