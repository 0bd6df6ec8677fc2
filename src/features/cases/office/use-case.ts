import { useContext } from 'react'
import { useMay } from '~/components/admin-list/cells'
import { RecordName } from '~/components/layouts/record-page'
import { failureToast } from '~/components/form/use-action'
import { notifySuccess } from '~/components/ui/notify'
import type { CaseNoun, CaseRef } from '~/contracts/case-ref'
import { records } from '~/contracts/records'
import { capitalised } from '~/lib/text'
import { caseRouters, useCaseCaches, type CaseChanges, type Cases } from './kinds'
import { trpc } from '~/trpc/client'
import { useUploads } from '~/trpc/use-uploads'

/** The calls of the page of a case, and how it tells of them. */

/** Reads again everything that a change of a case may have made old. */
export function useCaseChanged(noun: CaseNoun) {
  const utils = trpc.useUtils()
  return () => {
    void utils[noun].invalidate()
    void utils.cases.invalidate()
    void utils.audit.history.invalidate({ subjectType: records[noun].auditSubject })
    void utils.dashboard.overview.invalidate()
  }
}

/** Saves, and saves again with further fields if the change needs a confirmation. */
export type CaseSaveConfirmed<Noun extends CaseNoun> = (save: (more: CaseChanges[Noun]) => Promise<Cases[Noun]>) => Promise<Cases[Noun]>

/** Saves a part of a case, as parts/edit-section takes it. @param read the part's values of a case */
export function useCaseSave<Noun extends CaseNoun, Values extends CaseChanges[Noun]>(
  noun: Noun,
  id: string,
  read: (row: Cases[Noun]) => Values,
  confirmed: CaseSaveConfirmed<Noun> = (save) => save({}),
) {
  const cache = useCaseCaches()[noun]
  const { mutateAsync: update } = caseRouters[noun].update.useMutation()
  const { one } = records[noun]
  const changed = useCaseChanged(noun)
  const { succeeded, failed } = changeToasts({ changed, about: useContext(RecordName) })
  const toStored = (row: Cases[Noun]) => ({ values: read(row), version: row.version })
  return {
    save: async (values: Values, version: number) => toStored(await confirmed((more) => update({ ...values, ...more, id, version }))),
    reload: async () => toStored(await cache.byId.fetch({ id }, { staleTime: 0 })),
    onSaved: (quietly = false) => (quietly ? changed() : succeeded(`${capitalised(one)} updated successfully`)),
    onFailure: (error: unknown) => failed(error, `Failed to save ${one}`),
  }
}

interface ChangeToasts {
  changed: () => void
  /** Has read again what somebody else may have changed first. */
  reread?: () => void
  /** Which case it is about. */
  about?: string | undefined
}

/** How a page says what became of a change. */
export const changeToasts = ({ changed, reread, about }: ChangeToasts) => ({
  /** @param done the toast's words */
  succeeded: (done: string) => {
    changed()
    notifySuccess(done, { about })
  },
  failed: (error: unknown, text: string) => {
    reread?.()
    failureToast(text, about)(error)
  },
})

/** The people who can be given a case. */
export function useAdministrators() {
  const may = useMay()
  return trpc.cases.administrators.useQuery(undefined, { enabled: may('cases', 'read') }).data ?? []
}

/** Sends files to a case; a file's part is the item of the checklist that it shows. @param onStored called after each stored file */
export const useCaseUploads = ({ noun, id }: CaseRef, onStored: () => void) =>
  useUploads('/api/case-files', (checkItem) => ({ noun, id, ...(checkItem === undefined ? {} : { checkItem }) }), onStored)
