import { EndedLink, useMailLink } from './ended-link'
import { ForgottenForm, NewPasswordForm } from './password-reset-forms'
import { Loading } from './loading'

interface PasswordLinkProps {
  token: string
  /** An invitation: the account had no password before. */
  isFirst: boolean
  /** Typed before. */
  typedEmail: string
  isSignedIn: boolean
  onChanged: (message: string, account: { email: string | null; password: string }) => Promise<void>
  onLinkDone: () => void
}

/** Loaded with the first link that sets a password. */
export function PasswordLink({ token, isFirst, typedEmail, isSignedIn, onChanged, onLinkDone }: PasswordLinkProps) {
  const state = useMailLink(token)
  if (!state) return <Loading />
  if (state.state !== 'good') {
    return (
      <EndedLink token={token} {...state} isSignedIn={isSignedIn} onLeave={onLinkDone}>
        <ForgottenForm email={typedEmail} onBack={onLinkDone} />
      </EndedLink>
    )
  }
  return (
    <NewPasswordForm
      token={token}
      isFirst={isFirst}
      email={state.email}
      onChanged={(message, password) => onChanged(message, { email: state.email, password })}
      onCancel={onLinkDone}
    />
  )
}
