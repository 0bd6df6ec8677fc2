import type { TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import * as z from 'zod'
import { changeLetters } from '~/contracts/office/letters'
import { tellLetters } from '~/lib/letter-news'
import type { AppRouter } from '~/server/api/root'

const answer = z.object({ letters: changeLetters })

/** Says of every change what it has written to customers, as its answer names it: no screen has to think of it. */
export const lettersLink: TRPCLink<AppRouter> =
  () =>
  ({ next, op }) =>
    observable((observer) =>
      next(op).subscribe({
        next: (value) => {
          const told = op.type === 'mutation' && 'data' in value.result ? answer.safeParse(value.result.data).data : undefined
          observer.next(value)
          if (told) tellLetters(told.letters)
        },
        error: (error) => observer.error(error),
        complete: () => observer.complete(),
      }),
    )
