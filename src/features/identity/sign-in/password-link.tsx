import { EndedLink, useMailLink } from './ended-link'
import { ForgottenForm, NewPasswordForm } from './password-reset-forms'
import { Loading } from './loading'

interface PasswordLinkProps {
  token: string
  /** The account has had no password before: an invitation is claimed by choosing the first one. */
  isFirst: boolean
  /** The address that was typed before. */
  typedEmail: string
  /** @param email the account's; null where it is not known */
  onChanged: (message: string, account: { email: string | null; password: string }) => Promise<void>
  onLinkDone: () => void
}

/** The link of an email by which a password is chosen; loaded with the first of them. */
export function PasswordLink({ token, isFirst, typedEmail, onChanged, onLinkDone }: PasswordLinkProps) {
  const state = useMailLink(token)
  if (!state) return <Loading />
  if (state.state !== 'good') {
    return (
      <EndedLink token={token} {...state} onLeave={onLinkDone}>
        <ForgottenForm email={typedEmail} onBack={onLinkDone} />
      </EndedLink>
    )
  }
  return (
    <NewPasswordForm
      token={token}
      isFirst={isFirst}
      onChanged={(message, password) => onChanged(message, { email: state.email, password })}
      onCancel={onLinkDone}
    />
  )
}
