import { serverMessage } from '~/components/form/server-errors'
import { notify } from '~/components/ui/notify'

const UNREACHABLE = 'The server could not be reached. Check your connection and try again.'

/** A failure toast of the account page, with the server's own sentence. */
export const sayFailure = (title: string, error: unknown): void =>
  notify({ title, description: serverMessage(error) ?? UNREACHABLE, tone: 'danger', id: title, cause: error })

export const sayDone = (description: string): void => notify({ title: 'Success', description, tone: 'success' })
