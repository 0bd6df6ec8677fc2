import { useEffect, useRef, useState } from 'react'
import { onDemand } from '~/components/ui/on-demand'
import { onProofNeeded } from '~/trpc/proof-link'

const ProofDialog = onDemand(() => import('./proof-dialog').then((module) => module.ProofDialog))

/**
 * Asks for a password or a code if a change needs a fresh proof; the change then continues (trpc/proof-link.ts). Mounted once on every page
 * with such changes.
 */
export function AskForProof() {
  const [isAsking, setAsking] = useState(false)
  const answer = useRef<(proven: boolean) => void>(undefined)

  useEffect(() => {
    const stop = onProofNeeded(() => {
      setAsking(true)
      return new Promise((resolve) => {
        answer.current = resolve
      })
    })
    return () => {
      stop()
      answer.current?.(false)
    }
  }, [])

  const done = (proven: boolean) => {
    setAsking(false)
    answer.current?.(proven)
  }
  return isAsking && <ProofDialog onProven={() => done(true)} onCancel={() => done(false)} />
}
