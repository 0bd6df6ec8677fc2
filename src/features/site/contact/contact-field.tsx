import { useId, type ReactNode } from 'react'
import { Icon } from '~/components/ui/icon'
import type { ContactField as FieldName } from '~/contracts/site/contact'

/** What ties a control to its label, its mark and its message. */
export interface ControlAttributes {
  id: string
  name: FieldName
  required: boolean
  'aria-invalid': boolean
  'aria-describedby': string | undefined
}

interface ContactFieldProps {
  name: FieldName
  /** The visible label and, word for word, the accessible name: the mark beside it is no part of it. */
  label: string
  required?: boolean
  message: string | undefined
  children: (attributes: ControlAttributes) => ReactNode
}

/** A field's label with its mark, its control, and what is wrong with it. */
export function ContactField({ name, label, required = false, message, children }: ContactFieldProps) {
  const id = useId()
  const markId = `${id}-mark`
  const messageId = `${id}-message`
  const describedBy = [message !== undefined && messageId, !required && markId].filter((part) => part !== false).join(' ')
  return (
    <div className="min-w-0">
      <div className="mb-1.5 flex items-baseline gap-1.5">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {required ? (
          <span aria-hidden="true" className="font-medium text-danger-ink">
            *
          </span>
        ) : (
          <span id={markId} className="text-sm text-ink-subtle">
            optional
          </span>
        )}
      </div>
      {children({ id, name, required, 'aria-invalid': message !== undefined, 'aria-describedby': describedBy || undefined })}
      {message !== undefined && (
        <p id={messageId} className="mt-1.5 flex items-start gap-1.5 text-sm text-danger-ink">
          <Icon name="circle-alert" className="mt-0.5 size-4 shrink-0" />
          {message}
        </p>
      )}
    </div>
  )
}
