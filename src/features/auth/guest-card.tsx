import { useCallback, useState } from 'react'
import { useAuth } from '~/components/auth/auth-context'
import { FormNote } from '~/components/form/form-note'
import { Button } from '~/components/ui/button'
import { Tabs } from '~/components/ui/tabs'
import { emptyDraft, type Draft } from './draft'
import { ForgottenForm } from './forgotten-form'
import type { LetterLink } from './letter-link'
import { NewPasswordForm } from './new-password-form'
import { ProveSignUp } from './prove-sign-up'
import { SignInForm } from './sign-in-form'
import { SignUpForm } from './sign-up-form'
import { useVerification } from './use-verification'
import { Verification } from './verification'

interface GuestCardProps {
  /** What a letter's link asks for; null when none was followed. */
  link: LetterLink | null
  onLinkDone: () => void
}

type View = 'sign-in' | 'sign-up' | 'forgotten'

/** The card for whoever is not signed in, and for letters' links. */
export function GuestCard({ link, onLinkDone }: GuestCardProps) {
  const { session, reload } = useAuth()
  const [view, setView] = useState<View>('sign-in')
  const [draft, setDraft] = useState<Draft>(emptyDraft)
  const [changed, setChanged] = useState<string>()
  const onDraft = useCallback((typed: Partial<Draft>) => setDraft((now) => ({ ...now, ...typed })), [])

  const verification = useVerification(link?.purpose === 'verify' ? link.token : null)

  if (link?.purpose === 'reset') {
    const onChanged = async (message: string) => {
      // It has ended every session of the account, perhaps this browser's too, which then has to sign in again.
      await reload().catch(() => null)
      setChanged(message)
      setDraft(emptyDraft)
      setView('sign-in')
      onLinkDone()
    }
    return <NewPasswordForm key={link.token} token={link.token} onChanged={onChanged} onCancel={onLinkDone} />
  }

  if (link && verification.asksForPassword) {
    return <ProveSignUp key={link.token} token={link.token} onProven={verification.setProven} onCancel={onLinkDone} />
  }

  const { message, failure, retry } = verification
  const result = link ? <Verification message={message} failure={failure} retry={retry} /> : null
  // No form before it is known which: what is typed into one that gives way to another would be lost.
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
