import { useState } from 'react'
import { serverMessage } from '~/components/form/server-errors'
import { Button } from '~/components/ui/button'
import type { RequestOutcome } from '~/contracts/cases/requests'
import { vanillaClient } from '~/trpc/vanilla-client'
import { Outcome } from './outcome'
import { Fault } from './request-fields'

/** The page of the email's link. Programs open links too, so nothing happens before the button. */
export function ConfirmPanel({ token }: { token: string }) {
  const [state, setState] = useState<{ busy?: boolean; message?: string; outcome?: RequestOutcome }>({})
  const confirm = () => {
    setState({ busy: true })
    vanillaClient.cases.confirmRequest.mutate({ token }).then(
      (outcome) => setState({ outcome }),
      (error: unknown) => setState({ message: serverMessage(error) ?? 'We could not confirm it. Please try again.' }),
    )
  }
  if (state.outcome) return <Outcome outcome={state.outcome} token={token} />
  return (
    <div className="grid justify-items-start gap-4">
      <h2 className="text-2xl font-semibold tracking-tight">Confirm your request</h2>
      <p>Press the button if it was you who asked. You get your number at once, and an email that says what to do next.</p>
      <Button size="lg" busy={state.busy === true} onClick={confirm}>
        Confirm request
      </Button>
      <div role="alert">{state.message !== undefined && <Fault>{state.message}</Fault>}</div>
    </div>
  )
}
