import { useState } from 'react'
import { productFailures, type ShopOverview } from '~/contracts/catalogue/products'
import { receive } from '~/trpc/use-live'

/** Asks the server anew. Answers with its words where it says no, and never throws. */
async function askAgain(): Promise<ShopOverview | { success: false; error: string | null }> {
  try {
    const { vanillaClient } = await import('~/trpc/vanilla-client')
    return await vanillaClient.products.overview.query()
  } catch (reason) {
    console.error(productFailures.catalogue, reason)
    return { success: false, error: null }
  }
}

/**
 * What the page shows of the shop: the newest answer that is a list. A list that is on the screen is not
 * taken away by a later failure.
 * @param current the answer of the page's props or of the live stream
 */
export function useShopAnswer(current: ShopOverview) {
  const [lastList, setLastList] = useState(current)
  const [attempt, setAttempt] = useState<{ running: boolean; error: string | null }>({ running: false, error: null })
  if (current.success && current !== lastList) setLastList(current)

  const answer = current.success ? current : lastList
  const retry = async () => {
    setAttempt({ running: true, error: null })
    const next = await askAgain()
    if (next.success) receive({ products: next })
    setAttempt({ running: false, error: next.error })
  }

  return {
    answer,
    retrying: attempt.running && !answer.success,
    /** Why there is no list; a fallback stands in where the server gives no reason (spec §8). */
    error: attempt.error ?? (answer.error || productFailures.catalogue),
    retry: () => void retry(),
  }
}
