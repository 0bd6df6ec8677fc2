import { toast, type Toast } from 'react-hot-toast/headless'
import { timeLimitAdvice } from '~/lib/time-limit'
import { Button } from './button'
import { useEffect } from 'react'

/** Milliseconds a toast stays; a failure, a choice or a reason stays longer, because it takes more time. Hovering stops the clock. */
const SUCCESS_STAYS = 5_000
const LONGER_STAYS = 10_000

interface NoticeAction {
  label: string
  onAction: () => void
}

interface Notice {
  title: string
  description: string
  about?: string | undefined
  /** A sentence on why, below that. */
  reason?: string | undefined
  /** 'danger' is the destructive style of requirements §8: announced at once, by role `alert`. */
  tone: 'success' | 'danger'
  /** A notice with the id of one still on the screen takes its place. */
  id?: string
  /** Seconds that it stays, if not as long as its tone says. */
  seconds?: number
  /** A button in the toast, for example 'Undo'; pressing it takes the toast away. */
  action?: NoticeAction
  /** Why it failed, for the console; people get the description. */
  cause?: unknown
}

/** The reason only where the words do not say it already. */
function logFailure(words: string, cause: unknown) {
  const reason = cause instanceof Error ? cause.message : cause
  if (reason === undefined || (typeof reason === 'string' && words.endsWith(reason))) console.error(words)
  else console.error(words, reason)
}

/**
 * The last toast of each notice's id. Every toast has an id of its own for the library: one that is still going would take
 * the next one of the same id along.
 */
const lastOf = new Map<string, string>()

/** Takes the toast of an id away. */
export function dismissNotice(id: string): void {
  const shown = lastOf.get(id)
  if (shown !== undefined) toast.remove(shown)
  lastOf.delete(id)
}

const failures = new Set<string>()

/** Takes the toasts of failures away: what failed has been done since. */
export function dismissFailures(): void {
  for (const shown of failures) toast.remove(shown)
  failures.clear()
}

/** Shows a toast, and logs a failure (requirements §8: failures are logged). `<Toasts>` must be on the page. */
export function notify({ title, description, about, reason, tone, id, seconds, action, cause }: Notice): void {
  if (tone === 'danger') logFailure(`${title}: ${description}`, cause)
  const words = (shown: Toast) => (
    // As low as the room above dialogs: its button stands beside the words where the toast is wide enough.
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
      <div className="min-w-0 flex-1 basis-44">
        <div className="flex flex-wrap gap-x-2">
          <p className="font-semibold text-ink">{title}</p>
          {about !== undefined && <p className="min-w-0 font-medium wrap-anywhere text-ink">{about}</p>}
        </div>
        <p className="wrap-anywhere whitespace-pre-line text-ink-muted">{description}</p>
        {reason !== undefined && <p className="wrap-anywhere text-ink-subtle">{reason}</p>}
      </div>
      {action && (
        <Button
          variant="secondary"
          size="sm"
          onClick={() => {
            toast.remove(shown.id)
            action.onAction()
          }}
        >
          {action.label}
        </Button>
      )}
    </div>
  )
  const usual = tone === 'danger' || action || reason !== undefined ? LONGER_STAYS : SUCCESS_STAYS
  const options = { duration: seconds === undefined ? usual : seconds * 1_000, removeDelay: 200 }
  if (id !== undefined) dismissNotice(id)
  if (tone === 'success') dismissFailures()
  const shown = tone === 'danger' ? toast.error(words, options) : toast.success(words, options)
  if (id !== undefined) lastOf.set(id, shown)
  if (tone === 'danger') failures.add(shown)
}

/** A toast titled 'Success' (requirements §8 Successes). `reason`: what else it has caused. */
export function notifySuccess(description: string, options: Pick<Notice, 'id' | 'about' | 'action' | 'reason'> = {}): void {
  notify({ title: 'Success', description, tone: 'success', ...options })
}

/**
 * A destructive toast titled 'Error' (requirements §8 Admin); the same text is shown once, however often it is said.
 * @param cause for the console
 * @param reason the server's own sentence, where it tells people more
 * @param about which record it is about
 */
export function notifyError(description: string, cause: unknown, reason?: string, about?: string): void {
  notify({
    title: 'Error',
    description,
    about,
    reason: reason ?? timeLimitAdvice(cause),
    tone: 'danger',
    id: about === undefined ? description : `${description} ${about}`,
    cause,
  })
}

/**
 * Says once that something could not be loaded.
 * @param error the query's error; null while there is none
 * @param text the toast's description
 */
export function useFailureNotice(error: unknown, text: string): void {
  useEffect(() => {
    if (error === null || error === undefined) return
    notifyError(text, error)
  }, [error, text])
}
