import { useEffect } from 'react'
import type { OwnCase } from '~/contracts/cases/tracking'
import { newClient } from '~/trpc/client'
import { whileVisible } from '~/trpc/while-visible'

/** By a link's secret, or the customer's own. */
export type FollowedCase = { token: string } | OwnCase

/** Called when the case has changed or may have, and when it can no longer be followed; only while the page is visible. */
export function useCaseStream(of: FollowedCase, onChange: () => void): void {
  const key = JSON.stringify(of)
  useEffect(() => {
    const client = newClient()
    const followed = JSON.parse(key) as FollowedCase
    const handlers = { onData: onChange, onError: onChange }
    return whileVisible(() =>
      'token' in followed ? client.cases.onTracked.subscribe(followed, handlers) : client.account.onCase.subscribe(followed, handlers),
    )
  }, [key, onChange])
}
