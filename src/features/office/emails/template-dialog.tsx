import { useRef, useState } from 'react'
import { DescribedFields } from '~/components/form/described-fields'
import { DirtyReport, useDiscardGuard } from '~/components/form/dirty-state'
import { Form, type ZodForm } from '~/components/form/form'
import { FormNote } from '~/components/form/form-note'
import { isConflict, serverMessage } from '~/components/form/server-errors'
import { Button } from '~/components/ui/button'
import { LoadFailure } from '~/components/ui/load-failure'
import { Skeleton } from '~/components/ui/loading'
import { Modal, ModalBody, ModalFooter } from '~/components/ui/modal'
import { notifyError, notifySuccess } from '~/components/ui/notify'
import { inBraces, textFor, type TemplatePage, type TemplateText } from '~/contracts/office/email-templates'
import { trpc } from '~/trpc/client'
import { TemplatePreview } from './template-preview'
import { TemplateVersions } from './template-versions'

const descriptions = {
  subject: { label: 'Subject', kind: 'line', required: true },
  body: {
    label: 'Text',
    kind: 'text',
    rows: 14,
    required: true,
    hint: 'Plain text. An empty line ends a paragraph; one whose fields are all empty is left out.',
  },
} as const

/** Edits an email's text, previews it with a real case, and restores earlier versions. */
export function TemplateDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const query = trpc.emails.byId.useQuery({ id }, { gcTime: 0 })
  const guard = useDiscardGuard(onClose)
  return (
    <Modal title={query.data?.name ?? 'Email'} onClose={guard.close} className="max-w-6xl">
      {query.data ? (
        <Editor key={query.data.version} page={query.data} onDirty={guard.setDirty} onClose={guard.close} />
      ) : (
        <ModalBody>
          {query.isError ? <LoadFailure message="Failed to fetch the email" query={query} /> : <Skeleton className="h-[60vh]" />}
        </ModalBody>
      )}
      {guard.question}
    </Modal>
  )
}

function useTemplate(page: TemplatePage) {
  const utils = trpc.useUtils()
  const keep = (saved: TemplatePage, words: string) => {
    utils.emails.byId.setData({ id: saved.id }, saved)
    void utils.emails.list.invalidate()
    notifySuccess(words)
  }
  const save = trpc.emails.save.useMutation()
  const reset = trpc.emails.reset.useMutation()
  const of = { id: page.id, version: page.version }
  return {
    isBusy: save.isPending || reset.isPending,
    save: async (text: TemplateText) => keep(await save.mutateAsync({ ...of, ...text }), 'Email saved'),
    reset: async () => keep(await reset.mutateAsync(of), 'The email has the shop’s text again'),
    failed: (error: unknown) =>
      notifyError(
        'Failed to save the email',
        error,
        isConflict(error) ? 'Someone else has saved this email in the meantime. Copy your text, then open it again.' : serverMessage(error),
      ),
  }
}

interface EditorProps {
  page: TemplatePage
  onDirty: (isDirty: boolean) => void
  onClose: () => void
}

function Editor({ page, onDirty, onClose }: EditorProps) {
  const { isBusy, save, reset, failed } = useTemplate(page)
  const [schema] = useState(() => textFor(page))
  return (
    <Form schema={schema} defaultValues={page.text} onSubmit={save} onFailure={failed}>
      {(form) => (
        <>
          <DirtyReport control={form.control} onChange={onDirty} />
          <ModalBody className="grid gap-6 lg:grid-cols-2">
            <div className="flex min-w-0 flex-col gap-5">
              {page.fault !== null && (
                <FormNote tone="danger">This text cannot be used, so customers get the shop’s own: {page.fault}</FormNote>
              )}
              <Fields form={form} page={page} />
              <TemplateVersions page={page} isBusy={isBusy} onRestore={(text) => void (text ? save(text) : reset()).catch(failed)} />
            </div>
            <TemplatePreview control={form.control} page={page} />
          </ModalBody>
          <ModalFooter>
            <Button variant="secondary" onClick={onClose}>
              Cancel
            </Button>
            {page.isChanged && (
              <Button variant="secondary" disabled={isBusy} onClick={() => void reset().catch(failed)}>
                Use the shop’s text
              </Button>
            )}
            <Button type="submit" busy={isBusy}>
              Save email
            </Button>
          </ModalFooter>
        </>
      )}
    </Form>
  )
}

/** Buttons insert a field at the last cursor position. */
function Fields({ form, page }: { form: ZodForm<TemplateText, TemplateText>; page: TemplatePage }) {
  const last = useRef<HTMLInputElement | HTMLTextAreaElement>(null)
  const insert = (name: string) => {
    const at = last.current
    const target = at?.name === 'subject' ? 'subject' : 'body'
    if (!at) {
      form.setValue('body', `${form.getValues('body')}${inBraces(name)}`, { shouldDirty: true })
      return
    }
    at.setRangeText(inBraces(name), at.selectionStart ?? at.value.length, at.selectionEnd ?? at.value.length, 'end')
    form.setValue(target, at.value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
    at.focus()
  }
  return (
    <div
      className="flex flex-col gap-5"
      onFocusCapture={({ target }) => {
        if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) last.current = target
      }}
    >
      <DescribedFields control={form.control} fields={descriptions} />
      <fieldset>
        <legend className="text-sm font-medium text-ink">Fields</legend>
        <ul className="mt-2 flex flex-col gap-1.5">
          {page.fields.map(({ name, about, isRequired }) => (
            <li key={name} className="flex items-baseline gap-3 text-sm">
              <button
                type="button"
                onClick={() => insert(name)}
                className="bg-surface-sunken min-h-6 rounded-full border border-line-strong px-2.5 font-mono text-xs text-ink hover:border-accent"
              >
                <span className="sr-only">Insert </span>
                {inBraces(name)}
              </button>
              <span className="min-w-0 text-ink-muted">
                {about}
                {isRequired && <span className="font-medium text-ink"> (needed)</span>}
              </span>
            </li>
          ))}
        </ul>
      </fieldset>
    </div>
  )
}
