import { records, type Noun, type StatusNoun } from '~/contracts/records'
import type { CommonRouter, Mutation, Query } from './common-procedures'
import { trpc, type RouterInputs, type RouterOutputs } from './client'
import { useSubmission } from './use-submission'

type Values<Name extends Noun> = RouterInputs[Name] extends { create: infer Given } ? Omit<Given, 'idempotencyKey'> : never
type Answer<Name extends Noun> = RouterOutputs[Name] extends { byId: infer Row } ? Row : never

/** Records with a form of their own (components/record-form): `create` and `update` take its values, and both answer what `byId` does. */
type FormNoun = {
  [Name in Exclude<Noun, StatusNoun>]: RouterInputs[Name] extends { update: Values<Name> & { id: string; version?: number | undefined } }
    ? RouterOutputs[Name] extends { create: Answer<Name>; update: Answer<Name> }
      ? Name
      : never
    : never
}[Exclude<Noun, StatusNoun>]
type ValuesOf<Name extends FormNoun> = Omit<RouterInputs[Name]['create'], 'idempotencyKey'>
type RowOf<Name extends FormNoun> = RouterOutputs[Name]['byId']

type Common<Name extends FormNoun> = CommonRouter<{
  byId: Query<{ id: string }, RowOf<Name>>
  create: Mutation<ValuesOf<Name> & { idempotencyKey?: string | undefined }, RowOf<Name>>
  update: Mutation<ValuesOf<Name> & { id: string; version?: number | undefined }, RowOf<Name>>
}>
const hooks: { readonly [Name in FormNoun]: Common<Name>['hooks'] } = trpc

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

export function useRecordActions<Name extends FormNoun>(router: Name, id: string) {
  const utils = trpc.useUtils()
  const caches: { readonly [Each in FormNoun]: Common<Each>['cache'] } = utils
  const update = hooks[router].update.useMutation()
  return {
    save: (values: ValuesOf<Name>, version: number) => update.mutateAsync({ ...values, id, version }),
    reload: () => caches[router].byId.fetch({ id }, { staleTime: 0 }),
    onStored: () => {
      void utils[router].list.invalidate()
      void utils.audit.history.invalidate({ subjectType: records[router].auditSubject, subjectId: id })
    },
    saving: update.isPending,
  }
}
