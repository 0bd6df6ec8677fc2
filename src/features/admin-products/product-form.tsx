import type { ReactNode } from 'react'
import { DirtyReport } from '~/components/form/dirty-report'
import { Form } from '~/components/form/form'
import { ResetTo } from '~/components/form/reset-to'
import { serverMessage } from '~/components/form/server-errors'
import { Button } from '~/components/ui/button'
import { ModalBody, ModalFooter } from '~/components/ui/modal'
import { notifyError } from '~/components/ui/notify'
import { productInput, type ProductInput } from '~/contracts/product-admin'
import { ProductFields, type ProductDraft } from './product-fields'
import { productWords } from './product-words'

/** A failed save (spec §8), with what the server says about it. */
export function sayProductFailure(error: unknown) {
  notifyError(productWords.saveFailed, error, serverMessage(error))
}

interface ProductFormProps {
  /** An object held in state or a constant; a new one replaces what the form holds. */
  values: ProductDraft
  onSave: (product: ProductInput) => Promise<void>
  onDirty: (dirty: boolean) => void
  onCancel: () => void
  saving: boolean
  /** What stands between the fields and the buttons. */
  children?: ReactNode
}

/** The form of the product dialogs (spec §5 Product form); the picture's address passes through it unseen. */
export function ProductForm({ values, onSave, onDirty, onCancel, saving, children }: ProductFormProps) {
  return (
    <Form schema={productInput} defaultValues={values} onSubmit={onSave} onFailure={sayProductFailure}>
      {(form) => (
        <>
          <ResetTo form={form} values={values} typed="dropped" />
          <DirtyReport control={form.control} onChange={onDirty} />
          <ModalBody>
            <ProductFields control={form.control} />
          </ModalBody>
          {children}
          <ModalFooter>
            <Button variant="secondary" onClick={onCancel}>
              Cancel
            </Button>
            <Button type="submit" busy={saving}>
              Save
            </Button>
          </ModalFooter>
        </>
      )}
    </Form>
  )
}
