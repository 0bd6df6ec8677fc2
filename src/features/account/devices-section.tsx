import { useState } from 'react'
import { Badge } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'
import type { AccountSession } from '~/contracts/account'
import { browserName } from '~/lib/browser-name'
import { trpc } from '~/trpc/client'
import { AccountSection } from './account-section'
import { sayDone, sayFailure } from './account-messages'
import { DeviceRow } from './device-row'
import { SectionState } from './section-state'

/** Every browser and program that is signed in, and how to end each of them. */
export function DevicesSection() {
  const sessions = trpc.account.sessions.useQuery()
  return (
    <AccountSection title="Signed-in devices" lead="If you do not recognise one, sign it out and change your password.">
      {sessions.data ? <Devices sessions={sessions.data} /> : <SectionState query={sessions} failure="Your devices could not be loaded" />}
    </AccountSection>
  )
}

function Devices({ sessions }: { sessions: AccountSession[] }) {
  const utils = trpc.useUtils()
  const [asking, setAsking] = useState(false)
  // Also after a refusal: what is shown may have ended meanwhile.
  const onSettled = () => utils.account.sessions.invalidate()
  const endOne = trpc.account.endSession.useMutation({
    onSuccess: () => sayDone('The device has been signed out'),
    onError: (error) => sayFailure('Device Not Signed Out', error),
    onSettled,
  })
  const endOthers = trpc.account.endOtherSessions.useMutation({
    onSuccess: () => {
      setAsking(false)
      sayDone('All other devices have been signed out')
    },
    onError: (error) => sayFailure('Devices Not Signed Out', error),
    onSettled,
  })
  const others = sessions.filter(({ isCurrent }) => !isCurrent)

  return (
    <>
      <ul aria-label="Signed-in devices" className="-my-2 divide-y divide-line">
        {sessions.map((session) => (
          <DeviceRow key={session.id} session={session}>
            {session.isCurrent ? (
              <Badge tone="success">This device</Badge>
            ) : (
              <Button
                variant="secondary"
                size="sm"
                aria-label={`Sign out ${browserName(session.userAgent)}`}
                busy={endOne.isPending && endOne.variables.sessionId === session.id}
                onClick={() => endOne.mutate({ sessionId: session.id })}
              >
                Sign out
              </Button>
            )}
          </DeviceRow>
        ))}
      </ul>
      {others.length > 0 && (
        <Button variant="secondary" size="sm" className="mt-5" onClick={() => setAsking(true)}>
          Sign out all other devices
        </Button>
      )}
      {asking && (
        <ConfirmDialog
          title="Sign out all other devices?"
          message="Every other browser and program that uses your account has to sign in again. This one stays signed in."
          confirmLabel="Sign out the others"
          cancelLabel="Cancel"
          busy={endOthers.isPending}
          onConfirm={() => endOthers.mutate()}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  )
}
