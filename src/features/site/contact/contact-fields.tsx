import { useId, type ReactNode } from 'react'
import { Icon } from '~/components/ui/icon'
import type { ContactField as FieldName } from '~/contracts/site/contact'
import { inquiryTypes } from '~/contracts/site/inquiry-types'
import type { ContactMessages } from './check-contact'

/** The six fields of requirements §3, the message last. Uncontrolled. */
export function ContactFields({ messages }: { messages: ContactMessages }) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <ContactField name="name" label="Name" required message={messages.name}>
        {(attributes) => <input {...attributes} type="text" autoComplete="name" className="field" />}
      </ContactField>
      <ContactField name="email" label="Email" required message={messages.email}>
        {(attributes) => <input {...attributes} type="email" inputMode="email" autoComplete="email" className="field" />}
      </ContactField>
      <ContactField name="phone" label="Phone" message={messages.phone}>
        {(attributes) => <input {...attributes} type="tel" autoComplete="tel" className="field" />}
      </ContactField>
      <ContactField name="inquiryType" label="Inquiry Type" required message={messages.inquiryType}>
        {(attributes) => (
          <div className="relative">
            <select {...attributes} defaultValue="" className="field appearance-none truncate pr-10">
              <option value="">Choose what it is about</option>
              {inquiryTypes.map((type) => (
                <option key={type}>{type}</option>
              ))}
            </select>
            <Icon name="chevron-down" className="pointer-events-none absolute top-1/2 right-3 size-5 -translate-y-1/2 text-ink-subtle" />
          </div>
        )}
      </ContactField>
      <div className="sm:col-span-2">
        <ContactField name="subject" label="Subject" required message={messages.subject}>
          {(attributes) => <input {...attributes} type="text" autoComplete="off" className="field" />}
        </ContactField>
      </div>
      <div className="sm:col-span-2">
        <ContactField name="message" label="Message" required message={messages.message}>
          {(attributes) => <textarea {...attributes} rows={6} className="field resize-y" />}
        </ContactField>
      </div>
    </div>
  )
}

/** Ties a control to its label and message. */
interface ControlAttributes {
  id: string
  name: FieldName
  required: boolean
  'aria-invalid': boolean
  'aria-describedby': string | undefined
}

interface ContactFieldProps {
  name: FieldName
  /** Also the whole accessible name, without the mark beside it. */
  label: string
  required?: boolean
  message: string | undefined
  children: (attributes: ControlAttributes) => ReactNode
}

function ContactField({ name, label, required = false, message, children }: ContactFieldProps) {
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
