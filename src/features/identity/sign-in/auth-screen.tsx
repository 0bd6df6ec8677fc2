import { type ReactNode, useEffect, useState } from 'react'
import { AuthProvider } from '~/components/auth/auth-provider'
import { type SignedOutBy, takeEndedNote, useSignOut } from '~/components/auth/sign-out'
import { sayEnded } from './auth-messages'
import { Button } from '~/components/ui/button'
import { LoadFailure } from '~/components/ui/load-failure'
import { Skeleton, Spinner } from '~/components/ui/loading'
import { trpc } from '~/trpc/client'
import { FactorAnswer } from './factor-answer'
import { StepTitle } from './step-parts'
import { useRouter } from 'next/router'
import { useAuth } from '~/components/auth/auth-context'
import { Card } from '~/components/ui/card'
import { afterSignIn } from '~/lib/return-path'
import { GuestCard, emailLinks } from './guest-card'
import { useFragmentToken } from '~/components/ui/use-fragment-token'

const onSignedOut = (by: SignedOutBy) => {
  if (by === 'end') sayEnded()
}

/** The auth state for /auth itself: signed-out visitors stay there. */
export function AuthSession({ children }: { children: ReactNode }) {
  return <AuthProvider onSignedOut={onSignedOut}>{children}</AuthProvider>
}

/** The step after the password, while the account's second factor is still to be proven (requirements §6). */
function CodeStep() {
  const factors = trpc.auth.mfa.factors.useQuery()
  const { busy: leaving, signOut } = useSignOut()

  return (
    <div className="flex flex-col gap-5">
      <FactorAnswer
        factors={(factors.data ?? []).filter(({ status }) => status === 'verified')}
        reason="Your account asks for a code as well."
        title={(words) => (
          <>
            <StepTitle title="Two-step verification">{words}</StepTitle>
            {factors.isError && !factors.data && <LoadFailure message="Your second factors could not be loaded" query={factors} />}
            {factors.isPending && <Skeleton className="h-28 w-full" />}
          </>
        )}
      >
        <Button variant="ghost" size="sm" onClick={signOut} busy={leaving}>
          Cancel
        </Button>
      </FactorAnswer>
    </div>
  )
}

interface AuthScreenProps {
  /** The page that sent its visitor here to sign in; null when there was none. */
  returnTo: string | null
}

/**
 * The card of /auth (requirements §2 Sign-in, §4 Auth page): loading, then the tabs, then the code where the account
 * asks for one; a signed-in user is sent on. An email's link comes first for everybody.
 */
export function AuthScreen({ returnTo }: AuthScreenProps) {
  const { status, session } = useAuth()
  const { replace } = useRouter()
  const { link, looked, drop } = useFragmentToken(emailLinks)
  const [target, setTarget] = useState(returnTo)
  const isReady = looked && status !== 'loading'
  const goesOn = isReady && link === null && session !== null && !session.needsCode

  useEffect(() => {
    if (goesOn) void replace(afterSignIn(target, session))
  }, [goesOn, session, replace, target])

  useEffect(() => {
    // A page of the back office or the account had to leave: here it is said why.
    if (takeEndedNote()) sayEnded()
  }, [])

  return (
    <Card className="w-full max-w-md sm:p-8">
      <h1 className="text-center text-2xl font-semibold tracking-tight text-ink">Welcome</h1>
      <div className="mt-5">
        {!isReady || goesOn ? (
          <Loading />
        ) : session?.needsCode && !link ? (
          <CodeStep />
        ) : (
          <GuestCard link={link} onLinkDone={drop} onTarget={setTarget} />
        )}
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
