import { type ReactNode, useEffect, useState } from 'react'
import { AuthProvider } from '~/components/auth/auth-provider'
import { type SignedOutBy, takeEndedNote } from '~/components/auth/sign-out'
import { sayEnded } from './auth-messages'
import { wantToasts } from '~/components/ui/lazy-toasts'
import { NeedsScripts } from '~/components/ui/needs-scripts'
import { useRouter } from 'next/router'
import { useAuth } from '~/components/auth/auth-context'
import { Card } from '~/components/ui/card'
import { afterSignIn } from '~/lib/return-path'
import { CodeStep } from './code-step'
import { GuestCard, emailLinks } from './guest-card'
import { Loading } from './loading'
import { useFragmentToken } from '~/components/ui/use-fragment-token'

const onSignedOut = (by: SignedOutBy) => {
  if (by === 'end') sayEnded()
}

/** For /auth, where signed-out visitors stay. */
export function AuthSession({ children }: { children: ReactNode }) {
  return <AuthProvider onSignedOut={onSignedOut}>{children}</AuthProvider>
}

interface AuthScreenProps {
  /** Page that asked for the sign-in; null without one. */
  returnTo: string | null
  /** For visitors who cannot sign in. */
  contactEmail: string
}

export function AuthScreen({ returnTo, contactEmail }: AuthScreenProps) {
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
    // Explains why a page of the back office or the account was left.
    if (takeEndedNote()) sayEnded()
    wantToasts()
  }, [])

  return (
    // As high as the window, so that the footer does not move while the card grows.
    <div className="min-h-dvh bg-surface-muted px-4 py-10 sm:py-16 dark:bg-canvas">
      <Card className="mx-auto w-full max-w-md sm:p-8">
        <h1 className="text-center text-2xl font-semibold tracking-tight text-ink">Welcome</h1>
        <NeedsScripts what="Signing in" contactEmail={contactEmail} className="mt-5" />
        <div className="mt-5 no-script:hidden">
          {!isReady || goesOn ? (
            <Loading />
          ) : session?.needsCode && !link ? (
            <CodeStep />
          ) : (
            <GuestCard link={link} onLinkDone={drop} onTarget={setTarget} />
          )}
        </div>
      </Card>
    </div>
  )
}
