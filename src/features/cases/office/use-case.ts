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

/** Refetches everything that depends on a case. */
export function useCaseChanged(noun: CaseNoun) {
  const utils = trpc.useUtils()
  return () => {
    void utils[noun].invalidate()
    void utils.cases.invalidate()
    void utils.audit.history.invalidate({ subjectType: records[noun].auditSubject })
    void utils.dashboard.overview.invalidate()
  }
}

/** Saves, and repeats with further fields after a confirmation. */
export type CaseSaveConfirmed<Noun extends CaseNoun> = (save: (more: CaseChanges[Noun]) => Promise<Cases[Noun]>) => Promise<Cases[Noun]>

/** @param read the section's values of a case */
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
  /** Refetches the data after a conflict. */
  reread?: () => void
  about?: string | undefined
}

export const changeToasts = ({ changed, reread, about }: ChangeToasts) => ({
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

/** A file's part is its checklist item. @param onStored called after each file */
export const useCaseUploads = ({ noun, id }: CaseRef, onStored: () => void) =>
  useUploads('/api/case-files', (checkItem) => ({ noun, id, ...(checkItem === undefined ? {} : { checkItem }) }), onStored)
