import { codedError } from '~/server/platform/errors'

let common: Promise<Set<string>> | undefined

/** The passwords that guessing begins with, in lower case; some 50,000, loaded at the first need. */
const commonPasswords = () =>
  (common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map((word) => word.toLowerCase())),
  ))

/**
 * Refuses passwords that are guessed first (OWASP ASVS 5.0, 6.2.4): common ones and the address itself,
 * without regard to case. The length is the input schema's matter.
 * @throws BAD_REQUEST `weak_password`
 */
export async function refuseWeakPassword(password: string, email: string): Promise<void> {
  const plain = password.toLowerCase()
  if (plain === email.toLowerCase()) {
    throw codedError('BAD_REQUEST', 'weak_password', 'Your password must not be your email address.')
  }
  if ((await commonPasswords()).has(plain)) {
    throw codedError('BAD_REQUEST', 'weak_password', 'This password is one of the most common ones. Please choose another.')
  }
}
