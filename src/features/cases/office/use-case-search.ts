import { keepPreviousData } from '@tanstack/react-query'
import { useRouter } from 'next/router'
import { useMay } from '~/components/admin-list/cells'
import { useSettled } from '~/components/form/use-settled'
import type { CaseRef } from '~/contracts/case-ref'
import { statusTones } from '~/contracts/statuses'
import { casePageOf } from '~/lib/records'
import { withoutBatch, trpc } from '~/trpc/client'

/** Searches for new cases. */

export function useCustomerSearch(text: string) {
  const search = useSettled(text.trim())
  const enabled = search.length > 1
  const { data, isFetching } = trpc.cases.customers.useQuery({ search }, { ...withoutBatch, enabled, placeholderData: keepPreviousData })
  return { found: enabled && text.trim() !== '' ? (data ?? []) : [], settled: !isFetching && search === text.trim() }
}

export function useCustomerOfAddress(enabled = true) {
  const { customer } = useRouter().query
  const userId = typeof customer === 'string' ? customer : ''
  const { data, isLoading } = trpc.users.byId.useQuery({ userId }, { enabled: enabled && userId !== '' })
  return { customer: data, isLoading }
}

/** Models, and the device of a serial number. */
export function useDeviceSearch(text: string) {
  const search = useSettled(text.trim())
  const enabled = search.length > 1
  const { data } = trpc.cases.devices.useQuery({ search }, { ...withoutBatch, enabled, placeholderData: keepPreviousData })
  return enabled && text.trim() !== '' ? (data ?? []) : []
}

export function useSameDevice(typed: string, except?: CaseRef) {
  const may = useMay()
  const serialNumber = useSettled(typed.trim())
  const { data } = trpc.cases.bySerialNumber.useQuery(
    { serialNumber, except },
    { ...withoutBatch, enabled: serialNumber !== '' && serialNumber.length <= 100 && may('cases', 'read') },
  )
  if (serialNumber === '' || typed.trim() === '') return []
  return (data ?? []).map(({ id, noun, number, status, isOpen }) => ({
    id,
    href: casePageOf(noun, number),
    number,
    status,
    tone: statusTones[status],
    isOpen,
  }))
}
