import type { DashboardCharts } from '~/contracts/dashboard'
import { alone, trpc } from '~/trpc/client'
import { dashboardMessages } from './dashboard-messages'
import { useLoggedFailure } from './use-logged-failure'

/** The charts' figures: undefined while they are on their way, null where they could not be read. */
export function useCharts(): DashboardCharts | null | undefined {
  const { data, error, isPending } = trpc.dashboard.charts.useQuery(undefined, alone)
  useLoggedFailure(error, dashboardMessages.chartsFailed)
  return data ?? (isPending ? undefined : null)
}
