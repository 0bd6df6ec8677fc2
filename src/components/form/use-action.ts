import { notifyError, notifySuccess } from '~/components/ui/notify'
import { serverMessage } from './server-errors'

/** A handler that says a failure in a toast, with the server's reason. @param about which record it is about */
export const failureToast =
  (text: string, about?: string) =>
  (error: unknown): void =>
    notifyError(text, error, serverMessage(error), about)

/** Words of the toast once a change is made. */
type Done<Answer> = string | ((answer: Answer) => string)

interface Outcome<Answer> {
  done?: Done<Answer> | undefined
  failed: string
  /** Which record it is about. */
  about?: string | undefined
}

/**
 * Waits for a change and says in a toast how it went. It never throws.
 * @returns true if the change is made
 */
export async function sayOutcome<Answer>(work: Promise<Answer>, { done, failed, about }: Outcome<Answer>): Promise<boolean> {
  try {
    const answer = await work
    if (done !== undefined) notifySuccess(typeof done === 'function' ? done(answer) : done, { about })
    return true
  } catch (error) {
    failureToast(failed, about)(error)
    return false
  }
}

/**
 * A change that a button makes; a toast says how it went.
 * @returns `run` never throws and answers true if the change is made; `said` are other words than `done`. `busy` while it runs
 */
export const useAction = <Input, Answer>(
  { mutateAsync, isPending }: { mutateAsync: (input: Input) => Promise<Answer>; isPending: boolean },
  { done, ...outcome }: Outcome<Answer>,
) => ({
  run: (input: Input, said: Done<Answer> | undefined = done) => sayOutcome(mutateAsync(input), { ...outcome, done: said }),
  busy: isPending,
})
