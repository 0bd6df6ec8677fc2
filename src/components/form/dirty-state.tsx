import { useRouter } from 'next/router'
import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'
import { type Control, type FieldValues, useFormState } from 'react-hook-form'
import type { ZodForm } from './form'

/** Of several forms with unsaved text only the first one asks. */
const unsaved = new Set<string>()

/** Cancels a route change; Next recognises such errors by this mark. */
class StayHere extends Error {
  readonly cancelled = true
}

const pathOf = (url: string) => url.split(/[?#]/)[0]

/** Asks before a link, Back or closing the tab loses unsaved text. Closing and reloading show the browser's own question. */
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
      // Back has already changed the address.
      if (window.location.pathname !== pathOf(asPath)) window.history.pushState(window.history.state, '', asPath)
      setTarget(url)
      const error = new StayHere('There are unsaved changes')
      events.emit('routeChangeError', error, url, { shallow: false })
      throw error
    }
    // A link does not await its route change.
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

export function DirtyReport<Input extends FieldValues, Output>({ control, onChange }: DirtyReportProps<Input, Output>) {
  const { isDirty } = useFormState({ control })
  useEffect(() => onChange(isDirty), [isDirty, onChange])
  return <LeaveGuard dirty={isDirty} />
}

interface ResetToProps<Input extends FieldValues, Output> {
  form: ZodForm<Input, Output>
  /** Held in state, not a literal: each new object resets the form's base. */
  values: Input
  /** For typed text that is not in `values`: people may type on during a save. */
  typed: 'kept' | 'dropped'
  /** The saved values: fields that still equal them take the stored value, which may be spelt differently. */
  sent?: Input | undefined
}

/** Resets a form to newer values after a save or a conflict. Renders nothing. */
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
 * @param onClose closes the dialog without asking
 * @returns `close` asks first if the form is dirty; `question` must be rendered inside the dialog
 */
export function useDiscardGuard(onClose: () => void) {
  // Not state: Escape may follow the last key before the next render.
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
