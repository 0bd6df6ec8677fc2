import { Icon } from '~/components/ui/icon'
import { inquiryTypes } from '~/contracts/site/inquiry-types'
import type { ContactMessages } from './check-contact'
import { ContactField } from './contact-field'

/** The six fields of spec §3, in its order but for the message, which comes last. They keep their own values. */
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
