import { toast, type Toast } from 'react-hot-toast/headless'
import { timeLimitAdvice } from '~/lib/time-limit'
import { Button } from './button'
import { useEffect } from 'react'

/** Milliseconds. A failure, an action or a reason stays longer, because it takes longer to read. Hovering stops the clock. */
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
  reason?: string | undefined
  /** 'danger' is the destructive style of requirements §8, announced at once by role `alert`. */
  tone: 'success' | 'danger'
  /** Replaces a notice on screen that has the same id. */
  id?: string
  /** Overrides the duration of the tone. */
  seconds?: number
  /** A button such as 'Undo'; pressing it dismisses the toast. */
  action?: NoticeAction
  cause?: unknown
}

function logFailure(words: string, cause: unknown) {
  const reason = cause instanceof Error ? cause.message : cause
  if (reason === undefined || (typeof reason === 'string' && words.endsWith(reason))) console.error(words)
  else console.error(words, reason)
}

/**
 * The last toast of each notice's id. For the library each has its own id: a leaving toast would take the next one of the same id along.
 */
const lastOf = new Map<string, string>()

export function dismissNotice(id: string): void {
  const shown = lastOf.get(id)
  if (shown !== undefined) toast.remove(shown)
  lastOf.delete(id)
}

const failures = new Set<string>()

/** Dismisses failures after a later success. */
export function dismissFailures(): void {
  for (const shown of failures) toast.remove(shown)
  failures.clear()
}

/** Logs failures (requirements §8). Needs `<Toasts>` on the page. */
export function notify({ title, description, about, reason, tone, id, seconds, action, cause }: Notice): void {
  if (tone === 'danger') logFailure(`${title}: ${description}`, cause)
  const words = (shown: Toast) => (
    // As low as the room above dialogs: its button stands beside the words where the toast is wide enough.
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
      <div className="min-w-0 flex-1 basis-44">
        <div className="flex flex-wrap gap-x-2">
          <p className="font-semibold text-ink">{title}</p>
          {about !== undefined && <p className="min-w-0 font-medium wrap-anywhere text-ink">{about}</p>}
          <p className="min-w-0 wrap-anywhere whitespace-pre-line text-ink-muted">{description}</p>
        </div>
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

/** Titled 'Success' (requirements §8 Successes). `reason`: further consequences. */
export function notifySuccess(description: string, options: Pick<Notice, 'id' | 'about' | 'action' | 'reason'> = {}): void {
  notify({ title: 'Success', description, tone: 'success', ...options })
}

/**
 * (requirements §8 Admin) The same text is shown only once. @param cause for the console @param reason the server's sentence, if it says
 * more
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

/** Reports a failed load once. @param error of the query; null without one */
export function useFailureNotice(error: unknown, text: string): void {
  useEffect(() => {
    if (error === null || error === undefined) return
    notifyError(text, error)
  }, [error, text])
}
