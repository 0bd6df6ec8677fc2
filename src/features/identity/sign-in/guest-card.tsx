import { useCallback, useState } from 'react'
import { useAuth } from '~/components/auth/auth-context'
import { FormNote } from '~/components/form/form-note'
import { onDemand } from '~/components/ui/on-demand'
import { Tabs } from '~/components/ui/tabs'
import type { FragmentToken } from '~/components/ui/use-fragment-token'
import { paths } from '~/lib/paths'
import { type Draft, emptyDraft } from './draft'
import { Loading } from './loading'
import { SignInForm, useSignIn } from './sign-in-form'
import { SignUpForm } from './sign-up-form'

// Few come by a link, or have forgotten their password: the others do not load what those need.
const PasswordLink = onDemand(() => import('./password-link').then((module) => module.PasswordLink), Loading)
const VerifyLink = onDemand(() => import('./verify-link').then((module) => module.VerifyLink), Loading)
const ForgottenForm = onDemand(() => import('./password-reset-forms').then((module) => module.ForgottenForm), Loading)

/** Purposes of an email's link to /auth. */
export const emailLinks = ['verify', 'reset', 'claim', 'credit'] as const
type EmailLink = FragmentToken<(typeof emailLinks)[number]>

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

  if (link && link.purpose !== 'verify') {
    const { purpose, token } = link
    const onChanged = async (message: string, { email, password }: { email: string | null; password: string }) => {
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
    return (
      <PasswordLink
        key={token}
        token={token}
        isFirst={purpose !== 'reset'}
        typedEmail={draft.email}
        onChanged={onChanged}
        onLinkDone={onLinkDone}
      />
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
  const card = (
    <>
      {changed !== undefined && (
        <FormNote tone="success" role="status">
          {changed}
        </FormNote>
      )}
      <Tabs label="Your account" items={tabs} selected={view} onSelect={setView} />
    </>
  )
  if (!link) return <div className="flex flex-col gap-5">{card}</div>
  return (
    <VerifyLink key={link.token} token={link.token} isSignedIn={session !== null} onLinkDone={onLinkDone}>
      {card}
    </VerifyLink>
  )
}
