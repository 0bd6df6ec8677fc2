import { serverMessage } from '~/components/form/server-errors'
import { notifyError, notifySuccess } from '~/components/ui/notify'
import type { RecordNoun } from '~/lib/records'
import { capitalised } from '~/lib/text'

interface Changes {
  /** Has everything read again that the change may have made old. */
  changed: () => void
  /** Has read again what somebody else may have changed first. */
  reread?: () => void
}

/** How a page of a case says what became of a change. */
export const changeToasts = ({ changed, reread }: Changes) => ({
  /** @param done the toast's words */
  succeeded: (done: string) => {
    changed()
    notifySuccess(done)
  },
  failed: (error: unknown, text: string) => {
    reread?.()
    notifyError(text, error, serverMessage(error))
  },
})

/** The same of a part of the case itself, as components/admin-case/edit-section takes it. */
export function savedToasts({ one }: RecordNoun, changes: Changes) {
  const { succeeded, failed } = changeToasts(changes)
  return {
    onSaved: () => succeeded(`${capitalised(one)} updated successfully`),
    onFailure: (error: unknown) => failed(error, `Failed to save ${one}`),
  }
}
