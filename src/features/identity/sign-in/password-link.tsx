import { useSignOut } from '~/components/auth/sign-out'
import { FormNote } from '~/components/form/form-note'
import { Button } from '~/components/ui/button'
import { EndedLink, useMailLink } from './ended-link'
import { ForgottenForm, NewPasswordForm } from './password-reset-forms'
import { Loading } from './loading'

interface PasswordLinkProps {
  token: string
  /** An invitation: the account had no password before. */
  isFirst: boolean
  /** Typed before. */
  typedEmail: string
  /** The email address; null for nobody. */
  signedInAs: string | null
  onChanged: (message: string, account: { email: string | null; password: string }) => Promise<void>
  onLinkDone: () => void
}

/** Loaded with the first link that sets a password. */
export function PasswordLink({ token, isFirst, typedEmail, signedInAs, onChanged, onLinkDone }: PasswordLinkProps) {
  const state = useMailLink(token)
  if (!state) return <Loading />
  if (state.state !== 'good') {
    return (
      <EndedLink token={token} {...state} isSignedIn={signedInAs !== null} onLeave={onLinkDone}>
        {isFirst ? (
          <ForgottenForm title="Get another link" email={typedEmail} onBack={onLinkDone}>
            Enter your address, and we email you a link to choose your password.
          </ForgottenForm>
        ) : (
          <ForgottenForm email={typedEmail} onBack={onLinkDone} />
        )}
      </EndedLink>
    )
  }
  const { email } = state
  return (
    <div className="flex flex-col gap-5">
      {signedInAs !== null && email !== null && signedInAs.toLowerCase() !== email.toLowerCase() && (
        <OtherAccount signedInAs={signedInAs} email={email} isFirst={isFirst} />
      )}
      <NewPasswordForm
        token={token}
        isFirst={isFirst}
        email={email}
        onChanged={(message, password) => onChanged(message, { email, password })}
        onCancel={onLinkDone}
      />
    </div>
  )
}

/** Somebody else may be at this computer, or the link may be another person's. */
function OtherAccount({ signedInAs, email, isFirst }: { signedInAs: string; email: string; isFirst: boolean }) {
  const { busy, signOut } = useSignOut()
  const afterwards = isFirst ? 'Choosing a password signs you in to that account instead.' : 'You stay signed in as now.'
  return (
    <FormNote tone="warn">
      <p>
        You are signed in as {signedInAs}. This link is for {email}. {afterwards}
      </p>
      <Button variant="secondary" size="sm" className="mt-2" busy={busy} onClick={signOut}>
        Sign out
      </Button>
    </FormNote>
  )
}
