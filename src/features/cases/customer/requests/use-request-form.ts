import { useMemo, useRef, useState } from 'react'
import * as z from 'zod'
import { isConflict, serverFieldErrors } from '~/components/form/server-errors'
import type { CaseNoun } from '~/contracts/case-ref'
import { MOST_FILES, requestFileKinds, type RequestFileKind } from '~/contracts/cases/request-limits'
import type { RequestOutcome } from '~/contracts/cases/requests'
import { isRefusal, newKey } from '~/trpc/use-submission'

/** A request that is being written: stored in this browser until it is sent, so that a reload loses nothing. */

const addedFile = z.object({ id: z.string(), kind: z.enum(requestFileKinds), name: z.string(), bytes: z.number(), machine: z.number() })
export type AddedFile = z.output<typeof addedFile>

/** The faults of a draft: a sentence for each field, by its dotted path. */
export type Faults = Partial<Record<string, string>>

/** Storage may be switched off: nothing is stored then. */
function stored(noun: CaseNoun): unknown {
  try {
    return JSON.parse(localStorage.getItem(`request-${noun}`) ?? 'null')
  } catch {
    return null
  }
}
function store(noun: CaseNoun, value: object | null): void {
  try {
    if (value === null) localStorage.removeItem(`request-${noun}`)
    else localStorage.setItem(`request-${noun}`, JSON.stringify(value))
  } catch {
    // Full or switched off.
  }
}

const NOT_SENT = 'We could not send it. Nothing is lost: please try again.'

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
  /** Begins a form, and reads one that was stored. */
  values: z.ZodType<Values>
  empty: Values
  /** Adds what the page's address has chosen, as links from elsewhere do; to a form that was stored, once for each address. */
  withChoice: (values: Values) => Values
  /** Loads the input's schema, for the check before it is sent: to make it takes a slow phone longer than to show the form. */
  loadInput: () => Promise<z.ZodType<Input>>
  toInput: (values: Values) => object
  send: (input: Input) => Promise<RequestOutcome>
}

export function useRequestForm<Values extends object, Input>({
  noun,
  values: schema,
  empty,
  withChoice,
  loadInput,
  toInput,
  send,
}: Options<Values, Input>) {
  const [form, setForm] = useState(() => {
    const chosenBy = window.location.search
    const storedForm = z.object({
      draft: z.string(),
      key: z.string(),
      chosenBy: z.string().catch(''),
      values: schema,
      files: z.array(addedFile),
    })
    const { data: draft } = storedForm.safeParse(stored(noun))
    if (draft) return draft.chosenBy === chosenBy ? draft : { ...draft, chosenBy, values: withChoice(draft.values) }
    return { draft: newKey(), key: newKey(), chosenBy, values: withChoice(empty), files: [] as AddedFile[] }
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
      store(noun, isSent.current ? null : next)
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
    const query = new URLSearchParams({ noun, draft: form.draft, kind, name: file.name.slice(0, 200) })
    const answer = await fetch(`/api/request-files?${query.toString()}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/octet-stream' },
      body: file,
    }).catch(() => null)
    const told = z.object({ message: z.string().optional(), file: addedFile.omit({ machine: true }).optional() }).catch({})
    const { file: added, message: refused } = told.parse(await answer?.json().catch(() => null))
    if (!added) throw new Error(refused ?? 'The file could not be added. Please try again.')
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
          const reason = error instanceof Error ? error.message : 'The file could not be added.'
          setRefusedFiles((shown) => [...shown, `${file.name}: ${reason}`])
        })
        .finally(() => setUploading((count) => count - 1))
    }
  }

  const changeFiles = (files: AddedFile[]) => {
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
    const inputSchema = await loadInput().catch((error: unknown) => {
      console.error('The schema could not be loaded', error)
    })
    isBeingChecked.current = false
    if (!inputSchema) return fail(NOT_SENT)
    checking.current = inputSchema
    const checked = inputSchema.safeParse(asked)
    setRefused({})
    setFaults(faultsOf(inputSchema, asked))
    if (!checked.success) return fail('Please look at the notes beside the fields.')
    setBusy(true)
    try {
      const answer = await send(checked.data)
      setOutcome(answer)
      store(noun, null)
      return true
    } catch (error) {
      setRefused(Object.fromEntries(serverFieldErrors(error)))
      // Sent before, by another tab or by a try whose answer was lost: the next page begins anew.
      if (isConflict(error)) isSent.current = true
      // A refusal did nothing: the next try is another one.
      if (isRefusal(error)) update((was) => ({ ...was, key: newKey() }))
      return fail(error instanceof Error && isRefusal(error) ? error.message : NOT_SENT)
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
