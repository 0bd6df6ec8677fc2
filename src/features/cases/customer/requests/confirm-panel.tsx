import { useEffect, useState } from 'react'
import { serverMessage } from '~/components/form/server-errors'
import { Button } from '~/components/ui/button'
import { Skeleton } from '~/components/ui/loading'
import type { RequestLink, RequestOutcome } from '~/contracts/cases/requests'
import { vanillaClient } from '~/trpc/vanilla-client'
import { Outcome } from './outcome'
import { Fault } from './request-fields'

interface ConfirmPanelProps {
  token: string
  /** Shows the empty form in the place of a link that has ended. */
  onAskAgain: () => void
}

interface State {
  /** Undefined until it is known. */
  link?: RequestLink
  busy?: boolean
  message?: string
  outcome?: RequestOutcome
}

/** The page of the email's link. Programs open links too, so nothing happens before the button; one that has ended says so at once. */
export function ConfirmPanel({ token, onAskAgain }: ConfirmPanelProps) {
  const [state, setState] = useState<State>({})
  const { link } = state
  useEffect(() => {
    const known = { link: { state: 'waiting', message: '' } } as const
    vanillaClient.cases.readRequestLink.mutate({ token }).then(
      async (found) => {
        // One that was used shows what it has made; this changes nothing.
        if (found.state === 'confirmed') setState({ ...known, outcome: await vanillaClient.cases.confirmRequest.mutate({ token }) })
        else setState({ link: found })
      },
      // Where no answer comes the button is shown: what it sends is checked once more.
      () => setState(known),
    )
  }, [token])
  const confirm = () => {
    setState({ ...state, busy: true })
    vanillaClient.cases.confirmRequest.mutate({ token }).then(
      (outcome) => setState({ ...state, outcome }),
      (error: unknown) => setState({ ...state, message: serverMessage(error) ?? 'We could not confirm it. Please try again.' }),
    )
  }
  if (state.outcome) return <Outcome outcome={state.outcome} token={token} />
  if (!link) return <Skeleton className="h-48" />
  if (link.state !== 'waiting') {
    return (
      <div className="grid min-h-48 content-start justify-items-start gap-4">
        <h2 className="text-2xl font-semibold tracking-tight">This link does not work</h2>
        <p role="alert">{link.message} Please ask once more: it takes a minute.</p>
        <Button size="lg" onClick={onAskAgain}>
          Ask again
        </Button>
      </div>
    )
  }
  return (
    <div className="grid min-h-48 content-start justify-items-start gap-4">
      <h2 className="text-2xl font-semibold tracking-tight">Confirm your request</h2>
      <p>Press the button if it was you who asked. You get your number at once, and an email that says what to do next.</p>
      <Button size="lg" busy={state.busy === true} onClick={confirm}>
        Confirm request
      </Button>
      <div role="alert">{state.message !== undefined && <Fault>{state.message}</Fault>}</div>
    </div>
  )
}
