import { useCallback } from 'react'
import { failureToast } from '~/components/form/use-action'
import { notifySuccess } from '~/components/ui/notify'
import { trpc } from '~/trpc/client'

export const lineMessages = {
  added: 'Line added successfully',
  updated: 'Line updated successfully',
  saveFailed: 'Failed to save line',
  loadFailed: 'Failed to fetch the lines of the order',
  missing: 'There is no such line.',
} as const

/** Refetches what depends on a sale, and shows the outcome. */
export function useSaleChanges() {
  const utils = trpc.useUtils()
  const reread = useCallback(
    () => Promise.all([utils.orders.invalidate(), utils.units.invalidate(), utils.products.invalidate(), utils.audit.history.invalidate()]),
    [utils],
  )
  const done = useCallback(
    (text: string, about?: string, reason?: string) => {
      void reread()
      notifySuccess(text, { about, reason })
    },
    [reread],
  )
  const failed = useCallback(
    (text: string, error: unknown, about?: string) => {
      // Somebody else may have changed it first.
      void reread()
      failureToast(text, about)(error)
    },
    [reread],
  )
  return { reread, done, failed }
}
