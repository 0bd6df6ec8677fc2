import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import type { HistoryEntry } from '~/contracts/audit'
import type { BulkResult } from '~/contracts/bulk-inputs'
import type { StatusEmailCount } from '~/contracts/cases/emails'
import { records, type StatusNoun } from '~/contracts/records'
import { storedStatusLabel } from '~/lib/status-labels'
import { type HistoryField, historyLines } from '~/lib/history-lines'
import { recordMessages } from '~/lib/records'
import { undoing, type Undone } from '~/lib/status-change'
import type { CommonRouter, Mutation, Query } from './common-procedures'
import { trpc, type RouterInputs, type RouterOutputs } from './client'
import { useHistory } from './use-history'

type ListOf<Name extends StatusNoun> = RouterOutputs[Name]['list']
type RowOf<Name extends StatusNoun> = RouterOutputs[Name]['updateStatus']
type StatusOf<Name extends StatusNoun> = RouterInputs[Name]['updateStatus']['status']

interface ViewOf<Name extends StatusNoun> {
  search?: string | undefined
  status?: StatusOf<Name> | undefined
}
/** The procedures refuse a choice that is given in more than one way. */
interface ChosenInput<Name extends StatusNoun> {
  ids?: (string | { id: string; version?: number | undefined })[] | undefined
  all?: ViewOf<Name> | undefined
  expected?: number | undefined
}
type Chosen<Name extends StatusNoun> = { ids: { id: string; version: number }[] } | { all: ViewOf<Name>; expected: number }

type Common<Name extends StatusNoun> = CommonRouter<{
  list: Query<RouterInputs[Name]['list'], ListOf<Name>>
  byId: Query<{ id: string }, RowOf<Name>>
  countMatching: Query<ViewOf<Name>, { matching: number }>
  updateStatus: Mutation<{ id: string; status: StatusOf<Name>; version?: number | undefined; undo?: string | undefined }, RowOf<Name>>
  updateStatuses: Mutation<ChosenInput<Name> & { status: StatusOf<Name>; email?: false | undefined }, BulkResult>
  undoStatuses: Mutation<{ change: string }, BulkResult>
}>

type CountEmails<Name extends StatusNoun> = (input: Chosen<Name> & { status: StatusOf<Name> }) => Promise<StatusEmailCount>

const hooks: { readonly [Name in StatusNoun]: Common<Name>['hooks'] } = trpc

const replaced = <List extends { rows: { id: string }[] }>(list: List, stored: List['rows'][number]): List => ({
  ...list,
  rows: list.rows.map((row) => (row.id === stored.id ? stored : row)),
})

/**
 * The records of a router, for components/admin-list/status-list-screen.
 * @param input the view that is shown; the previous rows stay while the next ones load
 * @param countEmails counts the emails of a new status of many rows, where customers get them
 */
export function useStatusRecords<Name extends StatusNoun>(
  router: Name,
  input: RouterInputs[Name]['list'],
  countEmails?: CountEmails<Name>,
) {
  const queryClient = useQueryClient()
  const utils = trpc.useUtils()
  const caches: { readonly [Each in StatusNoun]: Common<Each>['cache'] } = utils
  const cache = caches[router]
  const one = hooks[router].updateStatus.useMutation()
  const many = hooks[router].updateStatuses.useMutation()
  const undo = hooks[router].undoStatuses.useMutation()

  return {
    list: hooks[router].list.useQuery(input, { placeholderData: keepPreviousData }),
    save: ({ id, version }: RowOf<Name>, status: StatusOf<Name>, undone?: Undone) =>
      one.mutateAsync({ id, status, version, ...undoing(undone) }),
    reload: ({ id }: RowOf<Name>) => cache.byId.fetch({ id }, { staleTime: 0 }),
    onSaved: (stored: RowOf<Name>) => {
      const { id } = stored
      cache.byId.setData({ id }, stored)
      // Pages only: a board keeps its rows apart (use-repair-board.ts).
      const pages = { queryKey: getQueryKey(trpc[router].list, undefined, 'query') }
      queryClient.setQueriesData<ListOf<Name>>(pages, (list) => list && replaced(list, stored))
      void cache.list.invalidate()
      void utils.audit.history.invalidate({ subjectType: records[router].auditSubject, subjectId: id })
      void utils.dashboard.overview.invalidate()
    },
    countMatching: async (view: ViewOf<Name>) => (await cache.countMatching.fetch(view, { staleTime: 0 })).matching,
    countEmails: countEmails && ((chosen: Chosen<Name>, status: StatusOf<Name>) => countEmails({ ...chosen, status })),
    saveMany: (chosen: Chosen<Name>, status: StatusOf<Name>, sendsEmails: boolean) =>
      many.mutateAsync({ ...chosen, status, ...(!sendsEmails && { email: false as const }) }),
    undoMany: (change: string) => undo.mutateAsync({ change }),
    onManySaved: () => {
      void cache.invalidate()
      void utils.audit.history.invalidate()
      void utils.dashboard.overview.invalidate()
    },
  }
}

interface StatusRecordOptions<Name extends StatusNoun> {
  id: string
  /** The row of the list, shown until the rest is loaded; undefined if the list does not have it. */
  known: RowOf<Name> | undefined
  /** Further fields of its history. */
  fields?: Readonly<Record<string, HistoryField>>
}

const status = { label: 'Status', write: storedStatusLabel }

/** One of these records with its history. */
export function useStatusRecord<Name extends StatusNoun>(router: Name, { id, known, fields }: StatusRecordOptions<Name>) {
  const record = hooks[router].byId.useQuery({ id }, { placeholderData: () => known })
  const tell = (entry: HistoryEntry) => historyLines(entry, recordMessages(records[router]).changed, { status, ...fields })
  const history = useHistory(records[router].auditSubject, id, tell, record.data !== undefined)
  return { record, history }
}
