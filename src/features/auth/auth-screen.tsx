import { useRouter } from 'next/router'
import { useEffect } from 'react'
import { useAuth } from '~/components/auth/auth-context'
import { takeEndedNote } from '~/components/auth/leave'
import { Card } from '~/components/ui/card'
import { Spinner } from '~/components/ui/spinner'
import { afterSignIn } from '~/lib/return-path'
import { sayEnded } from './auth-messages'
import { CodeStep } from './code-step'
import { GuestCard } from './guest-card'
import { useLetterLink } from './letter-link'

interface AuthScreenProps {
  /** The page that sent its visitor here to sign in; null when there was none. */
  returnTo: string | null
}

/**
 * The card of /auth (spec §2 Sign-in, §4 Auth page): loading, then the tabs, then the code where the account
 * asks for one; a signed-in user is sent on. A letter's link comes first, whoever is signed in.
 */
export function AuthScreen({ returnTo }: AuthScreenProps) {
  const { status, session } = useAuth()
  const { replace } = useRouter()
  const { link, looked, drop } = useLetterLink()
  const isReady = looked && status !== 'loading'
  const goesOn = isReady && link === null && session !== null && !session.needsCode

  useEffect(() => {
    if (goesOn) void replace(afterSignIn(returnTo, session))
  }, [goesOn, session, replace, returnTo])

  useEffect(() => {
    // A page of the back office or the account had to leave: here it is said why.
    if (takeEndedNote()) sayEnded()
  }, [])

  return (
    <Card className="w-full max-w-md sm:p-8">
      <h1 className="text-center text-2xl font-semibold tracking-tight text-ink">Welcome</h1>
      <div className="mt-5">
        {!isReady || goesOn ? <Loading /> : session?.needsCode && !link ? <CodeStep /> : <GuestCard link={link} onLinkDone={drop} />}
      </div>
    </Card>
  )
}

function Loading() {
  return (
    <p role="status" className="flex min-h-72 items-center justify-center gap-3 text-ink-muted">
      <Spinner />
      Loading...
    </p>
  )
}
