import { useRef, useState } from 'react'
import * as z from 'zod'
import { isConflict, serverFieldErrors } from '~/components/form/server-errors'
import type { CaseNoun } from '~/contracts/cases/cases'
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

const NOT_SENT = 'It could not be sent. Nothing is lost: please try again.'

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
  const [faults, setFaults] = useState<Faults>({})
  const [message, setMessage] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [uploading, setUploading] = useState(0)
  const [outcome, setOutcome] = useState<RequestOutcome>()

  const update = (change: (was: typeof form) => typeof form) =>
    setForm((was) => {
      const next = change(was)
      store(noun, isSent.current ? null : next)
      return next
    })

  const change = (changed: Partial<Values>) => {
    setMessage(undefined)
    setFaults((shown) =>
      Object.fromEntries(Object.entries(shown).filter(([field]) => !Object.keys(changed).some((key) => field.startsWith(key)))),
    )
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

  const addFiles = async (files: readonly File[], kind: RequestFileKind) => {
    setFaults(({ files: _files, ...others }) => others)
    for (const [index, file] of files.entries()) {
      if (form.files.length + index >= MOST_FILES) {
        setFaults((shown) => ({ ...shown, files: `At most ${MOST_FILES} files` }))
        break
      }
      setUploading((count) => count + 1)
      await upload(file, kind)
        .catch((error: unknown) => {
          const reason = error instanceof Error ? error.message : 'The file could not be added.'
          setFaults((shown) => ({ ...shown, files: `${file.name}: ${reason}` }))
        })
        .finally(() => setUploading((count) => count - 1))
    }
  }

  const changeFiles = (files: AddedFile[]) => {
    setFaults(({ files: _files, ...others }) => others)
    update((was) => ({ ...was, files }))
  }

  /** @returns whether it was taken */
  async function submit(): Promise<boolean> {
    const { draft, key, files } = form
    const asked = { ...toInput(form.values), draft, idempotencyKey: key, files: files.map(({ id, machine }) => ({ id, machine })) }
    setMessage(undefined)
    // Pressed twice, it is sent once.
    if (isBeingChecked.current) return false
    isBeingChecked.current = true
    const inputSchema = await loadInput().catch((error: unknown) => {
      console.error('The schema could not be loaded', error)
    })
    isBeingChecked.current = false
    if (!inputSchema) {
      setMessage(NOT_SENT)
      return false
    }
    const checked = inputSchema.safeParse(asked)
    if (!checked.success) {
      setFaults(Object.fromEntries(checked.error.issues.toReversed().map((issue) => [issue.path.join('.'), issue.message])))
      setMessage('Please look at the notes beside the fields.')
      return false
    }
    setBusy(true)
    try {
      const answer = await send(checked.data)
      setOutcome(answer)
      store(noun, null)
      return true
    } catch (error) {
      setFaults(Object.fromEntries(serverFieldErrors(error)))
      setMessage(error instanceof Error && isRefusal(error) ? error.message : NOT_SENT)
      // Sent before, by another tab or by a try whose answer was lost: the next page begins anew.
      if (isConflict(error)) isSent.current = true
      // A refusal did nothing: the next try is another one.
      if (isRefusal(error)) update((was) => ({ ...was, key: newKey() }))
      return false
    } finally {
      setBusy(false)
    }
  }

  return {
    values: form.values,
    files: form.files,
    faults,
    message,
    busy,
    uploading: uploading > 0,
    outcome,
    change,
    addFiles,
    changeFiles,
    submit,
  }
}
