import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import type * as z from 'zod'
import { DirtyReport, useDiscardGuard } from '~/components/form/dirty-state'
import { Form, type ZodForm } from '~/components/form/form'
import { LoadFailure } from '~/components/ui/load-failure'
import { Modal, ModalBody } from '~/components/ui/modal'
import { Skeleton } from '~/components/ui/loading'

/** An email's text before it is sent. */
export const emailFields = {
  subject: { kind: 'line', label: 'Subject', required: true },
  body: { kind: 'text', label: 'Message', required: true, rows: 12 },
} as const

/** A text message has one line, followed by the link to the customer's page. */
export const textFields = {
  subject: { kind: 'line', label: 'Text', required: true, hint: 'The link to their page follows.' },
} as const

export type EmailPreview<Preview> = Pick<UseQueryResult<Preview, unknown>, 'data' | 'error' | 'isError' | 'isFetching' | 'refetch'>

interface EmailDialogProps<Preview, Draft extends FieldValues, Values> {
  title: string
  preview: EmailPreview<Preview>
  schema: z.ZodType<Values, Draft>
  draftOf: (preview: Preview) => Draft
  onSubmit: (values: Values, form: ZodForm<Draft, Values>) => Promise<void>
  onFailure: (error: unknown) => void
  onClose: () => void
  /** Replaces body and foot if nothing can be changed; false otherwise. */
  instead?: (preview: Preview) => ReactNode | false
  /** @param close asks first if something was typed */
  children: (form: ZodForm<Draft, Values>, preview: Preview, close: () => void) => ReactNode
}

export function EmailDialog<Preview, Draft extends FieldValues, Values>({
  title,
  preview,
  schema,
  draftOf,
  onSubmit,
  onFailure,
  onClose,
  instead,
  children,
}: EmailDialogProps<Preview, Draft, Values>) {
  const guard = useDiscardGuard(onClose)
  const { data, isError } = preview
  return (
    <Modal title={title} onClose={guard.close} className="max-w-2xl">
      {data === undefined ? (
        <ModalBody>
          {isError ? <LoadFailure message="Failed to fetch the email" query={preview} /> : <Skeleton className="h-80" />}
        </ModalBody>
      ) : (
        instead?.(data) || (
          <Form schema={schema} defaultValues={draftOf(data)} onSubmit={onSubmit} onFailure={onFailure}>
            {(form) => (
              <>
                <DirtyReport control={form.control} onChange={guard.setDirty} />
                {children(form, data, guard.close)}
              </>
            )}
          </Form>
        )
      )}
      {guard.question}
    </Modal>
  )
}
