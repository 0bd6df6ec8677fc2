import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import type * as z from 'zod'
import { Button } from '~/components/ui/button'
import { Modal, ModalBody, ModalFooter } from '~/components/ui/modal'
import { DirtyReport, useDiscardGuard } from './dirty-state'
import { Form, type ZodForm } from './form'

interface FormDialogProps<Draft extends FieldValues, Values> {
  title: string
  className?: string
  bodyClassName: string
  schema: z.ZodType<Values, Draft>
  /** Read once. */
  defaultValues: Draft
  onSubmit: (values: Values) => Promise<void>
  onFailure: (error: unknown) => void
  onClose: () => void
  submitLabel: string
  cancelLabel?: string
  children: (form: ZodForm<Draft, Values>) => ReactNode
}

export function FormDialog<Draft extends FieldValues, Values>({
  title,
  className,
  bodyClassName,
  schema,
  defaultValues,
  onSubmit,
  onFailure,
  onClose,
  submitLabel,
  cancelLabel,
  children,
}: FormDialogProps<Draft, Values>) {
  const guard = useDiscardGuard(onClose)
  return (
    <Modal title={title} onClose={guard.close} className={className}>
      <Form schema={schema} defaultValues={defaultValues} onSubmit={onSubmit} onFailure={onFailure}>
        {(form) => (
          <>
            <DirtyReport control={form.control} onChange={guard.setDirty} />
            <ModalBody className={bodyClassName}>{children(form)}</ModalBody>
            <FormFooter onCancel={guard.close} cancelLabel={cancelLabel} busy={form.formState.isSubmitting}>
              {submitLabel}
            </FormFooter>
          </>
        )}
      </Form>
      {guard.question}
    </Modal>
  )
}

interface FormFooterProps {
  onCancel: () => void
  cancelLabel?: string | undefined
  busy: boolean
  disabled?: boolean
  children: string
}

export const FormFooter = ({ onCancel, cancelLabel = 'Cancel', busy, disabled, children }: FormFooterProps) => (
  <ModalFooter>
    <Button variant="secondary" onClick={onCancel}>
      {cancelLabel}
    </Button>
    <Button type="submit" busy={busy} disabled={disabled}>
      {children}
    </Button>
  </ModalFooter>
)
