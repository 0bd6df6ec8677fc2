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

// Rarely needed, so not part of the first load.
const PasswordLink = onDemand(() => import('./password-link').then((module) => module.PasswordLink), Loading)
const VerifyLink = onDemand(() => import('./verify-link').then((module) => module.VerifyLink), Loading)
const ForgottenForm = onDemand(() => import('./password-reset-forms').then((module) => module.ForgottenForm), Loading)

/** Purposes of email links to /auth. */
export const emailLinks = ['verify', 'reset', 'claim', 'credit', 'account'] as const
type EmailLink = FragmentToken<(typeof emailLinks)[number]>

/** Where a link leads after its password was chosen, if the account may go there; elsewhere to what asked for the sign-in. */
const targets: Partial<Record<EmailLink['purpose'], string>> = {
  claim: paths.admin,
  credit: `${paths.account}/credit`,
  account: paths.account,
}

interface GuestCardProps {
  /** Null without an email's link. */
  link: EmailLink | null
  onLinkDone: () => void
  /** Called with a link's target after the sign-in. */
  onTarget: (path: string) => void
}

type View = 'sign-in' | 'sign-up' | 'forgotten'

/** For visitors, and for holders of email links. */
export function GuestCard({ link, onLinkDone, onTarget }: GuestCardProps) {
  const signIn = useSignIn()
  const { session, reload } = useAuth()
  const [view, setView] = useState<View>('sign-in')
  const [draft, setDraft] = useState<Draft>(emptyDraft)
  const [changed, setChanged] = useState<string>()
  const onDraft = useCallback((typed: Partial<Draft>) => setDraft((now) => ({ ...now, ...typed })), [])

  if (link && link.purpose !== 'verify') {
    const { purpose, token } = link
    const target = targets[purpose]
    const onChanged = async (message: string, { email, password }: { email: string | null; password: string }) => {
      // It ended every session of the account, possibly this browser's too.
      await reload().catch(() => null)
      if (target) onTarget(target)
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
        signedInAs={session?.email ?? null}
        onChanged={onChanged}
        onLinkDone={() => {
          // Somebody who opens it once more wants to get to the same place.
          if (target) onTarget(target)
          onLinkDone()
        }}
      />
    )
  }
  if (view === 'forgotten') return <ForgottenForm email={draft.email} onBack={() => setView('sign-in')} />

  // One panel at a time, since two fields must not share a label.
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
    <VerifyLink key={link.token} token={link.token} isSignedIn={session !== null} typedEmail={draft.email} onLinkDone={onLinkDone}>
      {card}
    </VerifyLink>
  )
}
