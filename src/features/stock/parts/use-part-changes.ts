import { useCallback } from 'react'
import { failureToast } from '~/components/form/use-action'
import { notifySuccess } from '~/components/ui/notify'
import type { PartType, PartTypeInput } from '~/contracts/stock/part-types'
import { trpc } from '~/trpc/client'

export const partMessages = {
  received: 'Parts received successfully',
  updated: 'Part updated successfully',
  saveFailed: 'Failed to save part',
  loadFailed: 'Failed to fetch parts',
  none: 'No parts found',
  noneMatch: 'No parts match your filters',
  missing: 'There is no such part.',
} as const

export const partTypeMessages = {
  added: 'Part type added successfully',
  updated: 'Part type updated successfully',
  saveFailed: 'Failed to save part type',
  loadFailed: 'Failed to fetch part types',
  none: 'No part types found',
  noneMatch: 'No part types match your filters',
  missing: 'There is no such part type.',
} as const

export const typeValues = ({ name, kind, sku, fits, cost, price, reorderPoint, stockLevel, isActive }: PartType): PartTypeInput => ({
  name,
  kind,
  sku,
  fits,
  cost,
  price,
  reorderPoint,
  stockLevel,
  isActive,
})

/** Refetches what depends on parts, and shows the outcome. */
export function usePartChanges() {
  const utils = trpc.useUtils()
  const reread = useCallback(
    () => Promise.all([utils.parts.invalidate(), utils.audit.history.invalidate(), utils.cases.invalidate()]),
    [utils],
  )
  const done = useCallback(
    (text: string, about?: string, more: Parameters<typeof notifySuccess>[1] = {}) => {
      void reread()
      notifySuccess(text, { about, ...more })
    },
    [reread],
  )
  const failed = useCallback(
    (error: unknown, about?: string) => {
      // Somebody else may have changed it first.
      void reread()
      failureToast(partMessages.saveFailed, about)(error)
    },
    [reread],
  )
  return { reread, done, failed }
}
