import type * as z from 'zod'
import type { CaseNoun, deskInput } from '~/contracts/cases/cases'
import { trpc } from '~/trpc/client'
import { useCaseChanged } from './use-case'

type Changes = z.input<typeof deskInput> & { id: string; version: number }

/** Who may work on cases, and how one is given to somebody. */
export function useAssignment(noun: CaseNoun) {
  const utils = trpc.useUtils()
  const { data: administrators = [] } = trpc.cases.administrators.useQuery()
  const repair = trpc.repairs.update.useMutation()
  const tradeIn = trpc.tradeIns.update.useMutation()
  return {
    administrators,
    /** Over the version that was read. */
    update: (changes: Changes) => (noun === 'repairs' ? repair.mutateAsync(changes) : tradeIn.mutateAsync(changes)),
    reload: (id: string) =>
      noun === 'repairs' ? utils.repairs.byId.fetch({ id }, { staleTime: 0 }) : utils.tradeIns.byId.fetch({ id }, { staleTime: 0 }),
    changed: useCaseChanged(noun),
  }
}
