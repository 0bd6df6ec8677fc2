import type { TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import * as z from 'zod'
import { changeEmails, type ChangeEmails } from '~/contracts/change-emails'
import type { AppRouter } from '~/server/api/root'

/** Takes the emails of a change from its answer to the page, so that no screen has to (docs/decisions/014). Answers call them `letters`. */

type Listener = (emails: ChangeEmails) => void

const listeners = new Set<Listener>()
/** Emails of changes that were answered before the page listened. */
const waiting: ChangeEmails[] = []

/** @returns the function that stops listening */
export function onChangeEmails(listener: Listener): () => void {
  listeners.add(listener)
  for (const emails of waiting.splice(0)) listener(emails)
  return () => void listeners.delete(listener)
}

function report(emails: ChangeEmails): void {
  if (listeners.size === 0) waiting.push(emails)
  for (const listener of listeners) listener(emails)
}

const answer = z.object({ letters: changeEmails })

export const changeEmailsLink: TRPCLink<AppRouter> =
  () =>
  ({ next, op }) =>
    observable((observer) =>
      next(op).subscribe({
        next: (value) => {
          const written = op.type === 'mutation' && 'data' in value.result ? answer.safeParse(value.result.data).data : undefined
          observer.next(value)
          if (written) report(written.letters)
        },
        error: (error) => observer.error(error),
        complete: () => observer.complete(),
      }),
    )
