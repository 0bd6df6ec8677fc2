import { useMemo, useRef, useState } from 'react'
import type * as z from 'zod'
import type { CaseNoun } from '~/contracts/case-ref'
import { MOST_FILES, type RequestFileKind } from '~/contracts/cases/request-limits'
import type { RequestOutcome } from '~/contracts/cases/requests'
import { newKey } from '~/trpc/new-key'
import { storeRequest } from './request-storage'
import type { Sending } from './send-request'
import type { StoredRequest } from './stored-request'

/**
 * A request that is being written: stored in this browser until it is sent, so that a reload loses nothing. Schemas and client are several
 * times as large as a form, so they are loaded when they are first needed.
 */

/** The faults of a draft: a sentence for each field, by its dotted path. */
export type Faults = Partial<Record<string, string>>

const NOT_SENT = 'We could not send it. Nothing is lost: please try again.'
const NOT_ADDED = 'The file could not be added. Please try again.'

const kept = (faults: Faults, isKept: (field: string) => boolean): Faults =>
  Object.fromEntries(Object.entries(faults).filter(([field]) => isKept(field)))

/** The first fault of each field. */
function faultsOf(schema: z.ZodType, asked: object): Faults {
  const { error } = schema.safeParse(asked)
  return Object.fromEntries((error?.issues ?? []).toReversed().map((issue) => [issue.path.join('.'), issue.message]))
}

/** The value at a dotted path. */
const valueAt = (whole: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (at, part) => (typeof at === 'object' && at !== null ? Object.entries(at).find(([key]) => key === part)?.[1] : at),
      whole,
    )

interface Options<Values, Input> {
  noun: CaseNoun
  /** The form as it was left; null for one that begins. */
  stored: StoredRequest<Values> | null
  empty: Values
  /** Adds what the page's address has chosen, as links from elsewhere do; to a form that was stored, once for each address. */
  withChoice: (values: Values) => Values
  /** Loads what checks the input and sends it. */
  loadSending: () => Promise<Sending<Input>>
  toInput: (values: Values) => object
}

export function useRequestForm<Values extends object, Input>({
  noun,
  stored,
  empty,
  withChoice,
  loadSending,
  toInput,
}: Options<Values, Input>) {
  const [form, setForm] = useState((): StoredRequest<Values> => {
    const chosenBy = window.location.search
    if (stored) return stored.chosenBy === chosenBy ? stored : { ...stored, chosenBy, values: withChoice(stored.values) }
    return { draft: newKey(), key: newKey(), chosenBy, values: withChoice(empty), files: [] }
  })
  /** The server has this draft as sent: nothing can come of it any more. */
  const isSent = useRef(false)
  const isBeingChecked = useRef(false)
  /** The input's schema, once it was needed: from then on faults go as soon as they are mended. */
  const checking = useRef<z.ZodType<Input>>(undefined)
  /** By the schema, and by the server's refusal, which only another value can mend. */
  const [faults, setFaults] = useState<Faults>({})
  const [refused, setRefused] = useState<Faults>({})
  const [refusedFiles, setRefusedFiles] = useState<readonly string[]>([])
  const [message, setMessage] = useState<string>()
  /** Grows with each try that failed: the form then goes to the first fault. */
  const [failures, setFailures] = useState(0)
  const [busy, setBusy] = useState(false)
  const [uploading, setUploading] = useState(0)
  const [outcome, setOutcome] = useState<RequestOutcome>()

  const update = (change: (was: typeof form) => typeof form) =>
    setForm((was) => {
      const next = change(was)
      storeRequest(noun, isSent.current ? null : next)
      return next
    })

  const askedWith = ({ values, draft, key, files }: typeof form) => ({
    ...toInput(values),
    draft,
    idempotencyKey: key,
    files: files.map(({ id, machine }) => ({ id, machine })),
  })

  /** Lets go of the faults that are mended. @param everything shows new ones too: rows have moved */
  const checkAgain = (next: typeof form, everything: boolean) => {
    setMessage(undefined)
    const [asked, before] = [askedWith(next), askedWith(form)]
    if (Object.keys(refused).length > 0) {
      setRefused(kept(refused, (field) => JSON.stringify(valueAt(asked, field)) === JSON.stringify(valueAt(before, field))))
    }
    if (Object.keys(faults).length === 0 || !checking.current) return
    const found = faultsOf(checking.current, asked)
    setFaults(everything ? found : kept(found, (field) => field in faults))
  }

  const change = (changed: Partial<Values>, everything = false) => {
    checkAgain({ ...form, values: { ...form.values, ...changed } }, everything)
    update((was) => ({ ...was, values: { ...was.values, ...changed } }))
  }

  async function upload(file: File, kind: RequestFileKind) {
    const { file: added, message: refused } = await import('./upload-request-file').then(
      ({ uploadFile }) => uploadFile({ noun, draft: form.draft, kind }, file),
      () => ({ file: undefined, message: undefined }),
    )
    if (!added) throw new Error(refused ?? NOT_ADDED)
    update((was) => ({ ...was, files: [...was.files, { ...added, machine: 0 }] }))
  }

  /** Each file that cannot be taken is named, with why. */
  const addFiles = async (files: readonly File[], kind: RequestFileKind) => {
    const room = Math.max(0, MOST_FILES - form.files.length)
    setRefusedFiles(files.slice(room).map(({ name }) => `${name}: a request has ${MOST_FILES} files at most.`))
    for (const file of files.slice(0, room)) {
      setUploading((count) => count + 1)
      await upload(file, kind)
        .catch((error: unknown) => {
          const reason = error instanceof Error ? error.message : NOT_ADDED
          setRefusedFiles((shown) => [...shown, `${file.name}: ${reason}`])
        })
        .finally(() => setUploading((count) => count - 1))
    }
  }

  const changeFiles = (files: StoredRequest<Values>['files']) => {
    setRefusedFiles([])
    setRefused((shown) => kept(shown, (field) => !field.startsWith('files')))
    update((was) => ({ ...was, files }))
  }

  const fail = (why: string) => {
    setMessage(why)
    setFailures((count) => count + 1)
    return false
  }

  /** @returns true if it was taken */
  async function submit(): Promise<boolean> {
    const asked = askedWith(form)
    setMessage(undefined)
    // Pressed twice, it is sent once.
    if (isBeingChecked.current) return false
    isBeingChecked.current = true
    const sending = await loadSending().catch((error: unknown) => {
      console.error('The schema could not be loaded', error)
    })
    isBeingChecked.current = false
    if (!sending) return fail(NOT_SENT)
    checking.current = sending.input
    const checked = sending.input.safeParse(asked)
    setRefused({})
    setFaults(faultsOf(sending.input, asked))
    if (!checked.success) return fail('Please look at the notes beside the fields.')
    setBusy(true)
    try {
      const answer = await sending.send(checked.data)
      setOutcome(answer)
      storeRequest(noun, null)
      return true
    } catch (error) {
      const refusal = sending.refusalOf(error)
      setRefused(refusal.fields)
      // Sent before, by another tab or by a try whose answer was lost: the next page begins anew.
      if (refusal.isConflict) isSent.current = true
      // A refusal did nothing: the next try is another one.
      if (refusal.message !== null) update((was) => ({ ...was, key: newKey() }))
      return fail(refusal.message ?? NOT_SENT)
    } finally {
      setBusy(false)
    }
  }

  return {
    values: form.values,
    files: form.files,
    draft: form.draft,
    faults: useMemo(() => ({ ...refused, ...faults }), [refused, faults]),
    refusedFiles,
    message,
    failures,
    busy,
    uploading: uploading > 0,
    outcome,
    change,
    addFiles,
    changeFiles,
    submit,
  }
}
