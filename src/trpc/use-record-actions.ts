import { records } from '~/contracts/records'
import { trpc, type RouterInputs, type RouterOutputs } from './client'
import { useSubmission } from './use-submission'

/** Records that are edited in a form of their own (components/record-form). */
type FormNoun = 'machines' | 'products'
type ValuesOf<Name extends FormNoun> = Omit<RouterInputs[Name]['create'], 'idempotencyKey'>
type RowOf<Name extends FormNoun> = RouterOutputs[Name]['byId']

interface Mutation<Input, Output> {
  mutateAsync: (input: Input) => Promise<Output>
  isPending: boolean
}

/** The hooks that these routers have in common. */
interface Hooks<Name extends FormNoun> {
  create: { useMutation: () => Mutation<ValuesOf<Name> & { idempotencyKey: string }, unknown> }
  update: { useMutation: () => Mutation<ValuesOf<Name> & { id: string; version: number }, RowOf<Name>> }
}
const hooks: { readonly [Name in FormNoun]: Hooks<Name> } = trpc

/** What the cache of these routers has in common. */
interface Cache<Name extends FormNoun> {
  list: { invalidate: () => Promise<void> }
  byId: { fetch: (input: { id: string }, options: { staleTime: number }) => Promise<RowOf<Name>> }
}

/** Adds a record of a router, as the dialog for a new one takes it. */
export function useNewRecord<Name extends FormNoun>(router: Name) {
  const utils = trpc.useUtils()
  const submit = useSubmission()
  const create = hooks[router].create.useMutation()
  return {
    onSave: async (values: ValuesOf<Name>) => {
      await submit((idempotencyKey) => create.mutateAsync({ ...values, idempotencyKey }))
      void utils[router].list.invalidate()
    },
    saving: create.isPending,
  }
}

/** What the dialog of a known record does with it. */
export function useRecordActions<Name extends FormNoun>(router: Name, id: string) {
  const utils = trpc.useUtils()
  const caches: { readonly [Each in FormNoun]: Cache<Each> } = utils
  const update = hooks[router].update.useMutation()
  return {
    save: (values: ValuesOf<Name>, version: number) => update.mutateAsync({ ...values, id, version }),
    reload: () => caches[router].byId.fetch({ id }, { staleTime: 0 }),
    onStored: () => {
      void caches[router].list.invalidate()
      void utils.audit.history.invalidate({ subjectType: records[router].auditSubject, subjectId: id })
    },
    saving: update.isPending,
  }
}
