import { PASSWORD_MIN } from '~/contracts/account'

/** What a new password must be, as its form says before anything is typed. */
export const passwordRules = `At least ${PASSWORD_MIN} characters, any you like. Not a common one, and not your email address.`
