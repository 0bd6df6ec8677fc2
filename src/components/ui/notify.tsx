import { toast } from 'react-hot-toast/headless'

/** Milliseconds a toast stays; a failure stays longer, because it is read more slowly. Hovering stops the clock. */
const SUCCESS_STAYS = 5_000
const FAILURE_STAYS = 10_000

interface Notice {
  title: string
  description: string
  /** 'danger' is the destructive style of spec §8: announced at once, by role `alert`. */
  tone: 'success' | 'danger'
  /** A notice with the id of one still on the screen takes its place. */
  id?: string
  /** Why it failed, for the console; people get the description. */
  cause?: unknown
}

/** The reason only where the words do not say it already. */
function logFailure(words: string, cause: unknown) {
  const reason = cause instanceof Error ? cause.message : cause
  if (reason === undefined || (typeof reason === 'string' && words.endsWith(reason))) console.error(words)
  else console.error(words, reason)
}

/** Shows a toast, and logs a failure (spec §8: failures are logged). `<Toasts>` must be on the page. */
export function notify({ title, description, tone, id, cause }: Notice): void {
  if (tone === 'danger') logFailure(`${title}: ${description}`, cause)
  const words = (
    <>
      <p className="font-semibold text-ink">{title}</p>
      <p className="mt-0.5 text-sm wrap-anywhere text-ink-muted">{description}</p>
    </>
  )
  const options = { duration: tone === 'danger' ? FAILURE_STAYS : SUCCESS_STAYS, removeDelay: 200, ...(id !== undefined && { id }) }
  if (tone === 'danger') toast.error(words, options)
  else toast.success(words, options)
}

/** A toast titled 'Success' (spec §8 Successes). */
export function notifySuccess(description: string): void {
  notify({ title: 'Success', description, tone: 'success' })
}

/** A destructive toast titled 'Error' (spec §8 Admin); the same text is shown once, however often it is said. */
export function notifyError(description: string, cause: unknown): void {
  notify({ title: 'Error', description, tone: 'danger', id: description, cause })
}
