import { useRouter } from 'next/router'
import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'
import { type Control, type FieldValues, useFormState } from 'react-hook-form'
import type { ZodForm } from './form'

/** Of several forms with unsaved text only the first one asks. */
const unsaved = new Set<string>()

/** Ends a route change that has begun; Next knows such errors by this mark. */
class StayHere extends Error {
  readonly cancelled = true
}

const pathOf = (url: string) => url.split(/[?#]/)[0]

/**
 * Keeps unsaved text from being lost by another screen's link, by Back, or by closing the tab. The
 * browser asks in its own words where it closes or reloads the page.
 */
function LeaveGuard({ dirty }: { dirty: boolean }) {
  const router = useRouter()
  const { events, asPath } = router
  const id = useId()
  const [target, setTarget] = useState<string>()
  const leaving = useRef(false)

  useEffect(() => {
    if (!dirty) return
    unsaved.add(id)
    const beforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    const beforeRoute = (url: string) => {
      const [first] = unsaved
      if (leaving.current || first !== id || pathOf(url) === pathOf(asPath)) return
      // Back has changed the address already.
      if (window.location.pathname !== pathOf(asPath)) window.history.pushState(window.history.state, '', asPath)
      setTarget(url)
      const error = new StayHere('There are unsaved changes')
      events.emit('routeChangeError', error, url, { shallow: false })
      throw error
    }
    // A link does not wait for what becomes of its route change.
    const beforeComplaint = (event: PromiseRejectionEvent) => {
      if (!(event.reason instanceof StayHere)) return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    window.addEventListener('beforeunload', beforeUnload)
    window.addEventListener('unhandledrejection', beforeComplaint, true)
    events.on('routeChangeStart', beforeRoute)
    return () => {
      unsaved.delete(id)
      window.removeEventListener('beforeunload', beforeUnload)
      window.removeEventListener('unhandledrejection', beforeComplaint, true)
      events.off('routeChangeStart', beforeRoute)
    }
  }, [dirty, id, events, asPath])

  if (target === undefined) return null
  return (
    <ConfirmDialog
      title="Discard changes?"
      message="You have not saved what you typed. You will lose it if you leave now."
      confirmLabel="Discard changes"
      cancelLabel="Keep editing"
      onConfirm={() => {
        leaving.current = true
        setTarget(undefined)
        void router.push(target)
      }}
      onCancel={() => setTarget(undefined)}
    />
  )
}

interface DirtyReportProps<Input extends FieldValues, Output> {
  control: Control<Input, unknown, Output>
  onChange: (dirty: boolean) => void
}

/** Tells the form's surroundings if something typed is not saved yet, and asks before leaving would lose it. */
export function DirtyReport<Input extends FieldValues, Output>({ control, onChange }: DirtyReportProps<Input, Output>) {
  const { isDirty } = useFormState({ control })
  useEffect(() => onChange(isDirty), [isDirty, onChange])
  return <LeaveGuard dirty={isDirty} />
}

interface ResetToProps<Input extends FieldValues, Output> {
  form: ZodForm<Input, Output>
  /** An object held in state, not a literal: each new one becomes what the form stands on. */
  values: Input
  /** Keeps or drops typed text that is not in `values`: during a save people may have typed on. */
  typed: 'kept' | 'dropped'
  /** The values that were saved: fields that are still so take what was stored of them, which may be another spelling or nothing yet. */
  sent?: Input | undefined
}

/** Lets a form stand on newer values: after a save, or when someone else's version is taken over. Renders nothing. */
export function ResetTo<Input extends FieldValues, Output>({ form, values, typed, sent }: ResetToProps<Input, Output>) {
  const { reset, resetDefaultValues, getValues } = form
  useEffect(() => {
    if (typed === 'dropped') {
      reset(values)
      return
    }
    if (sent) {
      const typedOn = Object.entries(getValues()).filter(([name, value]) => value !== sent[name])
      reset({ ...values, ...Object.fromEntries(typedOn) })
    }
    resetDefaultValues(values)
  }, [reset, resetDefaultValues, getValues, values, typed, sent])
  return null
}

/**
 * Keeps a dialog's typed text from being lost by Escape or a click beside it.
 * @param onClose closes the dialog for good
 * @returns `close` asks first when the form is dirty; `question` must be rendered inside the dialog
 */
export function useDiscardGuard(onClose: () => void) {
  // Not state: Escape may follow the last key before another render.
  const dirty = useRef(false)
  const [asking, setAsking] = useState(false)
  const setDirty = useCallback((now: boolean) => {
    dirty.current = now
  }, [])
  return {
    setDirty,
    close: () => {
      if (dirty.current) setAsking(true)
      else onClose()
    },
    question: asking && (
      <ConfirmDialog
        title="Discard changes?"
        message="You have not saved what you typed. You will lose it if you leave now."
        confirmLabel="Discard changes"
        cancelLabel="Keep editing"
        onConfirm={onClose}
        onCancel={() => setAsking(false)}
      />
    ),
  }
}
