import { useCallback, useRef, useState, type ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import type * as z from 'zod'
import { RecordSection } from '~/components/layouts/record-page'
import { Button } from '~/components/ui/button'
import { Modal } from '~/components/ui/modal'
import { notifySuccess } from '~/components/ui/notify'
import type { FieldDescriptions } from '~/contracts/field-description'
import { comparedFields } from '~/lib/field-values'
import { conflictRows, type Stored, useVersionedSave } from './conflict'
import { ConflictView } from './conflict-view'
import { DirtyReport, ResetTo } from './dirty-state'
import { Form, type ZodForm } from './form'
import { failureToast } from './use-action'

interface VersionedSectionProps<Draft extends FieldValues> {
  title: string
  /** Within a sentence: 'these limits'. */
  subject: string
  schema: z.ZodType<unknown, Draft>
  fields: FieldDescriptions<Draft>
  stored: Stored<Draft>
  save: (values: Draft, version: number) => Promise<Stored<Draft>>
  reload: () => Promise<Stored<Draft>>
  saveLabel: string
  saved: string
  failed: string
  after?: ReactNode
  children: (form: ZodForm<Draft, unknown>) => ReactNode
}

interface Standing<Draft> {
  base: Stored<Draft>
  typed: 'kept' | 'dropped'
  sent?: Draft | undefined
}

/** A form over stored texts; follows other people's saves and never overwrites them unseen. */
export function VersionedSection<Draft extends FieldValues>({
  title,
  subject,
  schema,
  fields,
  stored,
  save,
  reload,
  saveLabel,
  saved,
  failed,
  after,
  children,
}: VersionedSectionProps<Draft>) {
  const [{ base, typed, sent }, stand] = useState<Standing<Draft>>({ base: stored, typed: 'dropped' })
  const submitted = useRef<Draft>(undefined)
  const [dirty, setDirty] = useState(false)
  // Other people's changes appear at once, unless that would lose something typed.
  if (!dirty && base.version !== stored.version) stand({ base: stored, typed: 'dropped' })
  const saving = useVersionedSave<Draft>({
    save,
    reload,
    onStored: (now, how) => {
      stand({ base: now, ...(how === 'saved' ? { typed: 'kept', sent: submitted.current } : { typed: 'dropped' }) })
      if (how !== 'taken over') notifySuccess(saved)
    },
  })
  const sayFailure = failureToast(failed)
  const reportDirty = useCallback((isDirty: boolean) => setDirty(isDirty), [])
  return (
    <RecordSection title={title}>
      <Form
        schema={schema}
        defaultValues={base.values}
        onSubmit={(_values, form) => {
          const values = form.getValues()
          submitted.current = { ...values }
          return saving.saveOver(values, base)
        }}
        onFailure={sayFailure}
      >
        {(form) => (
          <>
            <ResetTo form={form} values={base.values} typed={typed} sent={sent} />
            <DirtyReport control={form.control} onChange={reportDirty} />
            <div className="px-5 py-5 sm:px-6">{children(form)}</div>
            <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-t border-line px-5 py-4 sm:px-6">
              {form.formState.isDirty && <p className="text-sm text-ink-muted">Unsaved changes</p>}
              <Button type="submit" busy={form.formState.isSubmitting}>
                {saveLabel}
              </Button>
            </div>
          </>
        )}
      </Form>
      {after}
      {saving.conflict && (
        <Modal title={`${title}: changed by someone else`} onClose={saving.dismiss} className="max-w-2xl">
          <ConflictView
            subject={subject}
            rows={conflictRows(saving.conflict, comparedFields(fields))}
            onKeepMine={() => void saving.keepMine().catch(sayFailure)}
            onUseTheirs={saving.useTheirs}
            saving={false}
          />
        </Modal>
      )}
    </RecordSection>
  )
}
