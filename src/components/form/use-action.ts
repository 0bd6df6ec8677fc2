import { notifyError, notifySuccess } from '~/components/ui/notify'
import { serverMessage, serverSentences } from './server-errors'

export const failureToast =
  (text: string, about?: string) =>
  (error: unknown): void =>
    notifyError(text, error, serverMessage(error), about)

type Done<Answer> = string | ((answer: Answer) => string)

interface Outcome<Answer> {
  done?: Done<Answer> | undefined
  failed: string
  about?: string | undefined
}

/** Shows a toast for the outcome. Never throws. @returns true on success */
export async function sayOutcome<Answer>(work: Promise<Answer>, { done, failed, about }: Outcome<Answer>): Promise<boolean> {
  try {
    const answer = await work
    if (done !== undefined) notifySuccess(typeof done === 'function' ? done(answer) : done, { about })
    return true
  } catch (error) {
    notifyError(failed, error, serverSentences(error), about)
    return false
  }
}

/** @returns `run` never throws and returns true on success; `said` overrides `done` */
export const useAction = <Input, Answer>(
  { mutateAsync, isPending }: { mutateAsync: (input: Input) => Promise<Answer>; isPending: boolean },
  { done, ...outcome }: Outcome<Answer>,
) => ({
  run: (input: Input, said: Done<Answer> | undefined = done) => sayOutcome(mutateAsync(input), { ...outcome, done: said }),
  busy: isPending,
})
