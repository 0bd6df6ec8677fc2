import { useEffect, useId, useState } from 'react'
import { useWatch, type Control } from 'react-hook-form'
import { Skeleton } from '~/components/ui/loading'
import { serverMessage } from '~/components/form/server-errors'
import { templateFaults, templateOfPage, type TemplatePage, type TemplateText } from '~/contracts/office/email-templates'
import { inBody, trpc } from '~/trpc/client'
import { EmailFrame } from './email-frame'

/** Milliseconds after the last key. */
const PAUSE = 400

function usePaused<T>(value: T, key: string): T {
  const [paused, setPaused] = useState({ value, key })
  useEffect(() => {
    if (paused.key === key) return
    const timer = setTimeout(() => setPaused({ value, key }), PAUSE)
    return () => clearTimeout(timer)
  })
  return paused.value
}

/** With the newest case, or a named one. */
export function TemplatePreview({ control, page }: { control: Control<TemplateText, unknown, TemplateText>; page: TemplatePage }) {
  const id = useId()
  const [caseNumber, setCaseNumber] = useState('')
  const [subject, body] = useWatch({ control, name: ['subject', 'body'] })
  const input = { id: page.id, subject, body, caseNumber }
  const shown = usePaused(input, JSON.stringify(input))
  const canBe = shown.subject.trim() !== '' && shown.body.trim() !== '' && templateFaults(templateOfPage(page), shown).length === 0
  const preview = trpc.emails.preview.useQuery(shown, { ...inBody, enabled: canBe, retry: false, placeholderData: (before) => before })
  const isAboutCase = page.fields.some(({ name }) => name === 'number' || name === 'case')
  return (
    <section aria-label="Preview" className="flex min-w-0 flex-col gap-3">
      <h3 className="text-sm font-medium text-ink">Preview</h3>
      {isAboutCase && (
        <div>
          <label htmlFor={id} className="text-sm text-ink-muted">
            With the case, by its number
          </label>
          <input
            id={id}
            value={caseNumber}
            onChange={({ target }) => setCaseNumber(target.value)}
            placeholder={preview.data?.caseNumber ?? 'The newest one'}
            autoComplete="off"
            spellCheck={false}
            maxLength={60}
            className="mt-1 field sm:text-sm"
          />
        </div>
      )}
      {preview.error && canBe && (
        <p role="alert" className="text-sm text-danger-ink">
          {serverMessage(preview.error) ?? 'The preview could not be made'}
        </p>
      )}
      {!canBe && <p className="text-sm text-ink-muted">The preview shows the last text that could be saved.</p>}
      {preview.data ? (
        <>
          <p className="text-sm wrap-anywhere text-ink">
            <span className="text-ink-muted">Subject: </span>
            {preview.data.subject}
          </p>
          <EmailFrame title="Preview of the email" html={preview.data.html} className="min-h-96 flex-1" />
        </>
      ) : (
        canBe && !preview.error && <Skeleton className="h-96" />
      )}
    </section>
  )
}
