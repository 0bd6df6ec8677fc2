import { useSession } from 'next-auth/react'
import { useRouter } from 'next/router'
import { useEffect, useState } from 'react'
import { Card } from '~/components/ui/card'
import { Spinner } from '~/components/ui/spinner'
import { Tabs } from '~/components/ui/tabs'
import { paths } from '~/lib/paths'
import { SignInForm } from './sign-in-form'

const tabs = [{ id: 'sign-in', label: 'Sign In', panel: <SignInForm /> }] as const

/** The card of /auth (spec §2 Sign-in, §4 Auth page): loading, then the tabs; a signed-in user is sent to the home page. */
export function AuthScreen() {
  const { status } = useSession()
  const { replace } = useRouter()
  const [tab, setTab] = useState<(typeof tabs)[number]['id']>('sign-in')

  useEffect(() => {
    if (status === 'authenticated') void replace(paths.home)
  }, [status, replace])

  return (
    <Card className="w-full max-w-md sm:p-8">
      <h1 className="text-center text-2xl font-semibold tracking-tight text-ink">Welcome</h1>
      {status === 'unauthenticated' ? (
        <div className="mt-5">
          <Tabs label="Your account" items={tabs} selected={tab} onSelect={setTab} />
        </div>
      ) : (
        <p role="status" className="flex min-h-72 items-center justify-center gap-3 text-ink-muted">
          <Spinner />
          Loading...
        </p>
      )}
    </Card>
  )
}
