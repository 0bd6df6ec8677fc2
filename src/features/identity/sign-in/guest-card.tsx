import { useQuery, useQueryClient } from '@tanstack/react-query'
import { serverFieldErrors, serverMessage } from '~/components/form/server-errors'
import type { MessageAnswer } from '~/contracts/identity/account'
import { trpc } from '~/trpc/client'
import { reasonOf } from './auth-messages'
import { FormNote } from '~/components/form/form-note'
import { Spinner } from '~/components/ui/loading'
import { useCallback, useState, type ReactNode } from 'react'
import { useAuth } from '~/components/auth/auth-context'
import { Button } from '~/components/ui/button'
import { Tabs } from '~/components/ui/tabs'
import { type Draft, emptyDraft } from './draft'
import { ForgottenForm, NewPasswordForm } from './password-reset-forms'
import { ProveSignUp } from './prove-sign-up'
import { SignInForm, useSignIn } from './sign-in-form'
import { EndedLink, RenewLink, useMailLink } from './ended-link'
import { paths } from '~/lib/paths'
import { SignUpForm } from './sign-up-form'
import type { FragmentToken } from '~/components/ui/use-fragment-token'

/** Purposes of an email's link to /auth. */
export const emailLinks = ['verify', 'reset', 'claim', 'credit'] as const
type EmailLink = FragmentToken<(typeof emailLinks)[number]>

/**
 * Proves the address by the token of an email's link, as soon as it is known; null for no link.
 * `asksForPassword` in another browser than the one that signed up, until `setProven` says that it has been proven.
 */
function useVerification(token: string | null) {
  const { client } = trpc.useUtils()
  const cache = useQueryClient()
  const queryKey = ['verify-email', token]
  // A query, because it runs by itself and only once for each token, however often this is mounted.
  const { data, error, refetch } = useQuery<MessageAnswer>({
    queryKey,
    queryFn: () => client.auth.verifyEmail.mutate({ token: token ?? '' }),
    enabled: token !== null,
    retry: false,
    staleTime: Infinity,
  })
  return {
    message: data?.message,
    failure: error ? reasonOf(error) : undefined,
    /** Only where no answer came: a refusal stays one. */
    retry: error && serverMessage(error) === undefined ? () => void refetch() : undefined,
    asksForPassword: serverFieldErrors(error).some(([field]) => field === 'password'),
    setProven: (told: MessageAnswer) => cache.setQueryData(queryKey, told),
  }
}

type VerificationProps = Pick<ReturnType<typeof useVerification>, 'message' | 'failure' | 'retry'> & {
  /** Another link in the place of one that does not work. */
  children: ReactNode
}

/** Result of an email's link to verify an address. */
function Verification({ message, failure, retry, children }: VerificationProps) {
  if (message !== undefined) {
    return (
      <FormNote tone="success" role="status">
        <p className="font-semibold">Email verified</p>
        <p>{message}</p>
      </FormNote>
    )
  }
  if (failure !== undefined) {
    return (
      <FormNote tone="danger" role="alert">
        <p className="font-semibold">Email not verified</p>
        <p>{failure}</p>
        {!retry && children}
        {retry && (
          <button type="button" onClick={retry} className="mt-1.5 min-h-6 font-semibold underline underline-offset-4">
            Try again
          </button>
        )}
      </FormNote>
    )
  }
  return (
    <p role="status" className="flex items-center gap-2.5 text-sm text-ink-muted">
      <Spinner className="size-4" />
      Verifying your email address...
    </p>
  )
}

/** Another link to verify an address, where the holder of one that has ended may ask for it. */
function RenewVerification({ token }: { token: string }) {
  const state = useMailLink(token)
  if (!state?.canRenew || state.state !== 'expired') return null
  return (
    <div className="mt-3">
      <RenewLink token={token} />
    </div>
  )
}

function Checking() {
  return (
    <p role="status" className="flex min-h-72 items-center justify-center gap-3 text-ink-muted">
      <Spinner />
      Loading...
    </p>
  )
}

interface GuestCardProps {
  /** The purpose of the followed email link; null without one. */
  link: EmailLink | null
  onLinkDone: () => void
  /** Where a link leads once its holder is signed in. */
  onTarget: (path: string) => void
}

type View = 'sign-in' | 'sign-up' | 'forgotten'

/** The card for visitors, and for emails' links. */
export function GuestCard({ link, onLinkDone, onTarget }: GuestCardProps) {
  const signIn = useSignIn()
  const { session, reload } = useAuth()
  const [view, setView] = useState<View>('sign-in')
  const [draft, setDraft] = useState<Draft>(emptyDraft)
  const [changed, setChanged] = useState<string>()
  const onDraft = useCallback((typed: Partial<Draft>) => setDraft((now) => ({ ...now, ...typed })), [])

  const verification = useVerification(link?.purpose === 'verify' ? link.token : null)

  const passwordLink = link && link.purpose !== 'verify' ? link : null
  const state = useMailLink(passwordLink?.token ?? null)
  if (passwordLink && !state) return <Checking />
  if (passwordLink && state && state.state !== 'good') {
    return (
      <EndedLink key={passwordLink.token} token={passwordLink.token} {...state} onLeave={onLinkDone}>
        <ForgottenForm email={draft.email} onBack={onLinkDone} />
      </EndedLink>
    )
  }
  // An invitation is claimed by choosing the account's first password.
  if (passwordLink) {
    const { purpose, token } = passwordLink
    const email = state?.email ?? null
    const onChanged = async (message: string, password: string) => {
      // It has ended every session of the account, perhaps this browser's too, which then has to sign in again.
      await reload().catch(() => null)
      if (purpose === 'credit') onTarget(`${paths.account}/credit`)
      const isIn =
        purpose !== 'reset' &&
        email !== null &&
        (await signIn({ email, password }).then(
          () => true,
          () => false,
        ))
      if (!isIn) setChanged(message)
      setDraft(emptyDraft)
      setView('sign-in')
      onLinkDone()
    }
    return <NewPasswordForm key={token} token={token} isFirst={purpose !== 'reset'} onChanged={onChanged} onCancel={onLinkDone} />
  }

  if (link && verification.asksForPassword) {
    return <ProveSignUp key={link.token} token={link.token} onProven={verification.setProven} onCancel={onLinkDone} />
  }

  const { message, failure, retry } = verification
  const result = link ? (
    <Verification message={message} failure={failure} retry={retry}>
      <RenewVerification token={link.token} />
    </Verification>
  ) : null
  // No form before it is known which one: text typed into a form that is replaced would be lost.
  if (link && message === undefined && failure === undefined) {
    return <div className="flex min-h-72 items-center justify-center">{result}</div>
  }
  if (session) {
    return (
      <div className="flex flex-col gap-5">
        {result}
        <Button onClick={onLinkDone}>Continue</Button>
      </div>
    )
  }
  if (view === 'forgotten') return <ForgottenForm email={draft.email} onBack={() => setView('sign-in')} />

  // Only one panel at a time: two fields with one label would be one too many for assistive tools.
  const panels = {
    'sign-in': <SignInForm draft={draft} onDraft={onDraft} onForgotten={() => setView('forgotten')} />,
    'sign-up': <SignUpForm draft={draft} onDraft={onDraft} />,
  }
  const tabs = [
    { id: 'sign-in', label: 'Sign In', panel: view === 'sign-in' && panels[view] },
    { id: 'sign-up', label: 'Sign Up', panel: view === 'sign-up' && panels[view] },
  ] as const
  return (
    <div className="flex flex-col gap-5">
      {result}
      {changed !== undefined && (
        <FormNote tone="success" role="status">
          {changed}
        </FormNote>
      )}
      <Tabs label="Your account" items={tabs} selected={view} onSelect={setView} />
    </div>
  )
}
