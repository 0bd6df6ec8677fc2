import { useEffect, useRef, type ReactNode } from 'react'
import { Button } from '~/components/ui/button'
import { onDemand } from '~/components/ui/on-demand'
import { CustomerPart, type CustomerValues } from './customer-part'
import { FilesPart } from './files-part'
import { Fault } from './request-fields'
import type { useRequestForm } from './use-request-form'

/** The outcome of a sent request, loaded with the code that sends it. */
export const Outcome = onDemand(() => import('./outcome').then((module) => module.Outcome))

interface RequestFrameProps {
  form: Omit<ReturnType<typeof useRequestForm<CustomerValues, unknown>>, 'change'> & { change: (changed: Partial<CustomerValues>) => void }
  /** The subjects of the pictures, where there are several machines. */
  machines?: string[]
  /** The signed-in user's address. */
  signedInAs: string | null
  submitLabel: string
  /** The fields of the request. */
  children: ReactNode
}

/** The first field that is wrong, or the first fault that belongs to none. */
const FAULTY = '[aria-invalid="true"], [data-fault]'

/** The form of a request: what is asked for, then its pictures, whose it is, and the button that sends it. */
export function RequestFrame({ form, machines, signedInAs, submitLabel, children }: RequestFrameProps) {
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (form.failures > 0) element.current?.querySelector<HTMLElement>(FAULTY)?.focus()
  }, [form.failures])
  return (
    <form
      ref={element}
      method="dialog"
      noValidate
      className="relative grid gap-8"
      onSubmit={(event) => {
        event.preventDefault()
        void form.submit()
      }}
    >
      {children}
      <FilesPart
        files={form.files}
        machines={machines}
        draft={form.draft}
        faults={form.faults.files === undefined ? form.refusedFiles : [form.faults.files, ...form.refusedFiles]}
        uploading={form.uploading}
        onAdd={form.addFiles}
        onChange={form.changeFiles}
      />
      <CustomerPart values={form.values} faults={form.faults} onChange={form.change} signedInAs={signedInAs} />
      <div>
        <Button type="submit" size="lg" busy={form.busy} disabled={form.uploading}>
          {submitLabel}
        </Button>
        <div role="alert">{form.message !== undefined && <Fault>{form.message}</Fault>}</div>
      </div>
    </form>
  )
}
