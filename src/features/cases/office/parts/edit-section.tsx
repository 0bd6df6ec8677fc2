import { useCallback, useMemo, useState, type ReactNode } from 'react'
import type { Control, FieldValues } from 'react-hook-form'
import type * as z from 'zod'
import { ConflictView } from '~/components/form/conflict-view'
import { DirtyReport, ResetTo } from '~/components/form/dirty-state'
import { Form } from '~/components/form/form'
import { conflictRows, useVersionedSave, type ConflictField, type Stored, saveOverOtherFields } from '~/components/form/conflict'
import { Button } from '~/components/ui/button'
import { Modal } from '~/components/ui/modal'
import { RecordSection } from '~/components/layouts/record-page'

interface EditSectionProps<Draft extends FieldValues, Values extends object> {
  title: string
  /** For example 'this repair'. */
  subject: string
  /** The part of the procedure's input that the section fills. A constant. */
  schema: z.ZodType<Values, Draft>
  /** The section's values as they were read last, with the version of the whole case. */
  stored: Stored<Values>
  /** The values as the form holds them. A constant. */
  toDraft: (values: Values) => Draft
  /** The fields as the comparison of two versions shows them. */
  compared: readonly ConflictField<Values>[]
  /** Saves over a version; throws CONFLICT when the case has a newer one. */
  save: (values: Values, version: number) => Promise<Stored<Values>>
  /** Reads what is stored now. */
  reload: () => Promise<Stored<Values>>
  onSaved: () => void
  onFailure: (error: unknown) => void
  /** The button's words; 'Save' by itself. */
  saveLabel?: string
  /** Further buttons, before it. @param dirty whether something typed is not saved yet */
  actions?: (dirty: boolean) => ReactNode
  /** The fields, laid out. */
  children: (control: Control<Draft, unknown, Values>) => ReactNode
}

/**
 * A section of a case that is edited in place, with a save button of its own. A version counts the whole case: where only
 * other sections have become newer, saving goes on over that; where this one has, both versions are shown to choose from.
 */
export function EditSection<Draft extends FieldValues, Values extends object>({
  title,
  subject,
  schema,
  stored,
  toDraft,
  compared,
  save,
  reload,
  onSaved,
  onFailure,
  saveLabel,
  actions,
  children,
}: EditSectionProps<Draft, Values>) {
  const [{ base, typed }, stand] = useState<{ base: Stored<Values>; typed: 'kept' | 'dropped' }>({ base: stored, typed: 'dropped' })
  const [dirty, setDirty] = useState(false)
  const [saving, setSaving] = useState(false)
  const draft = useMemo(() => toDraft(base.values), [base, toDraft])

  // A newer version appears by itself, unless something typed here would be lost.
  if (!dirty && !saving && base.version < stored.version) stand({ base: stored, typed: 'dropped' })

  const busy = useCallback(async <T,>(work: () => Promise<T>): Promise<T> => {
    setSaving(true)
    try {
      return await work()
    } finally {
      setSaving(false)
    }
  }, [])

  const { saveOver, conflict, keepMine, useTheirs, dismiss } = useVersionedSave<Values>({
    save: (values, version) => saveOverOtherFields({ save, reload }, values, { values: base.values, version }),
    reload,
    onStored: (now, how) => {
      stand({ base: now, typed: how === 'saved' ? 'kept' : 'dropped' })
      if (how !== 'taken over') onSaved()
    },
  })

  return (
    <RecordSection title={title}>
      <Form schema={schema} defaultValues={draft} onSubmit={(values) => busy(() => saveOver(values, base))} onFailure={onFailure}>
        {(form) => (
          <>
            <ResetTo form={form} values={draft} typed={typed} />
            <DirtyReport control={form.control} onChange={setDirty} />
            <div className="grid gap-x-4 gap-y-5 p-5 sm:grid-cols-2 sm:p-6">{children(form.control)}</div>
            <div className="flex min-h-16 flex-wrap items-center justify-end gap-x-4 gap-y-2 border-t border-line px-5 py-3 sm:px-6">
              {form.formState.isDirty && <p className="text-sm text-ink-muted">Unsaved changes</p>}
              {actions?.(form.formState.isDirty)}
              <Button
                type="submit"
                variant={form.formState.isDirty ? 'primary' : 'secondary'}
                busy={saving}
                aria-label={saveLabel ?? `Save ${title}`}
              >
                {saveLabel ?? 'Save'}
              </Button>
            </div>
          </>
        )}
      </Form>
      {conflict && (
        <Modal title={`${title} was changed`} onClose={dismiss} className="max-w-2xl">
          <ConflictView
            subject={subject}
            rows={conflictRows(conflict, compared)}
            onKeepMine={() => void busy(keepMine).catch(onFailure)}
            onUseTheirs={useTheirs}
            saving={saving}
          />
        </Modal>
      )}
    </RecordSection>
  )
}
