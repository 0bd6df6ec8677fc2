import { type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { type Control, type FieldValues, useWatch } from 'react-hook-form'
import type * as z from 'zod'
import { ConflictView } from '~/components/form/conflict-view'
import { DirtyReport, ResetTo } from '~/components/form/dirty-state'
import { Form, type ZodForm } from '~/components/form/form'
import { conflictRows, useVersionedSave, type ConflictField, type Stored, saveOverOtherFields } from '~/components/form/conflict'
import { Modal } from '~/components/ui/modal'
import { RecordSection } from '~/components/layouts/record-page'
import { useUnsaved } from './page-saves'

interface EditSectionProps<Draft extends FieldValues, Values extends object> {
  title: string
  /** 'this repair' */
  subject: string
  /** The section's part of the procedure's input; constant. */
  schema: z.ZodType<Values, Draft>
  /** The section's values with the version of the whole case. */
  stored: Stored<Values>
  toDraft: (values: Values) => Draft
  compared: readonly ConflictField<Values>[]
  /** @throws CONFLICT for a newer version */
  save: (values: Values, version: number) => Promise<Stored<Values>>
  reload: () => Promise<Stored<Values>>
  /** @param quietly saved without a button */
  onSaved: (quietly: boolean) => void
  onFailure: (error: unknown) => void
  /** Saves after a pause and on blur; for fields without consequences. */
  savesItself?: boolean | undefined
  /** @param save saves quietly; false if it failed */
  actions?: (dirty: boolean, save: () => Promise<boolean>) => ReactNode
  children: (control: Control<Draft, unknown, Values>) => ReactNode
}

/**
 * Edited in place and saved by the page's bar. The version counts the whole case: changes of other sections do not stop a save, a change of
 * this one shows both versions.
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
  savesItself = false,
  actions,
  children,
}: EditSectionProps<Draft, Values>) {
  const [{ base, typed }, stand] = useState<{ base: Stored<Values>; typed: 'kept' | 'dropped' }>({ base: stored, typed: 'dropped' })
  const [dirty, setDirty] = useState(false)
  const [saving, setSaving] = useState(false)
  /** Saving by itself failed, so the bar asks for a save. */
  const [isStuck, setStuck] = useState(false)
  const isQuiet = useRef(false)
  const isStored = useRef(false)
  const draft = useMemo(() => toDraft(base.values), [base, toDraft])

  // A newer version appears at once, unless typed text would be lost.
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
      isStored.current = true
      setStuck(false)
      stand({ base: now, typed: how === 'saved' ? 'kept' : 'dropped' })
      if (how !== 'taken over') onSaved(isQuiet.current)
    },
  })
  const failed = (error: unknown) => {
    setStuck(true)
    onFailure(error)
  }
  /** @returns false after a failure or a conflict */
  const saveBy = async (submit: () => Promise<void>, quietly: boolean) => {
    isQuiet.current = quietly
    isStored.current = false
    await submit()
    isQuiet.current = false
    return isStored.current
  }

  return (
    <RecordSection title={title}>
      <Form schema={schema} defaultValues={draft} onSubmit={(values) => busy(() => saveOver(values, base))} onFailure={failed}>
        {(form, submit) => {
          const further = actions?.(form.formState.isDirty, () => saveBy(submit, true))
          const isListed = dirty && (!savesItself || isStuck)
          return (
            <>
              <ResetTo form={form} values={draft} typed={typed} />
              <DirtyReport control={form.control} onChange={setDirty} />
              <Listed title={isListed ? title : null} save={() => saveBy(submit, false)} discard={() => form.reset(draft)} />
              {savesItself && (
                <SavesItself
                  form={form}
                  schema={schema}
                  isWaiting={dirty && !saving && !isStuck && conflict === undefined}
                  onTyped={() => setStuck(false)}
                  onSave={() => void saveBy(submit, true)}
                />
              )}
              {/* Lets Enter save the section. */}
              <button type="submit" hidden />
              <div className="grid gap-x-4 gap-y-5 p-5 sm:grid-cols-2 sm:p-6">{children(form.control)}</div>
              {(further || savesItself) && (
                <div
                  className={`flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-t border-line px-5 py-3 sm:px-6 ${further ? '' : 'in-[fieldset:disabled]:hidden'}`}
                >
                  {savesItself && (
                    <p className="text-sm text-ink-subtle in-[fieldset:disabled]:hidden">{stateText(dirty, saving, isStuck)}</p>
                  )}
                  {further}
                </div>
              )}
            </>
          )
        }}
      </Form>
      {conflict && (
        <Modal
          title={`${title} was changed`}
          onClose={() => {
            setStuck(true)
            dismiss()
          }}
          className="max-w-2xl"
        >
          <ConflictView
            subject={subject}
            rows={conflictRows(conflict, compared)}
            onKeepMine={() => void busy(keepMine).catch(failed)}
            onUseTheirs={useTheirs}
            saving={saving}
          />
        </Modal>
      )}
    </RecordSection>
  )
}

const stateText = (dirty: boolean, saving: boolean, isStuck: boolean) =>
  saving ? 'Saving' : dirty && isStuck ? 'Not saved' : dirty ? 'Saved in a moment' : 'Saves itself'

interface ListedProps {
  /** Null if there is nothing to save. */
  title: string | null
  save: () => Promise<boolean>
  discard: () => void
}

function Listed({ title, save, discard }: ListedProps) {
  useUnsaved(title === null ? null : { title, save, discard })
  return null
}

/** Milliseconds after the last key. */
const PAUSE = 2500

interface SavesItselfProps<Draft extends FieldValues, Values> {
  form: ZodForm<Draft, Values>
  schema: z.ZodType<Values, Draft>
  isWaiting: boolean
  onTyped: () => void
  onSave: () => void
}

/** Saves after a pause, and when the last field or the page is left; never invalid values. */
function SavesItself<Draft extends FieldValues, Values>({ form, schema, isWaiting, onTyped, onSave }: SavesItselfProps<Draft, Values>) {
  const typed = useWatch({ control: form.control })
  const place = useRef<HTMLSpanElement>(null)
  const save = useEffectEvent(() => {
    if (schema.safeParse(form.getValues()).success) onSave()
  })
  // A new text allows another attempt.
  const tellTyped = useEffectEvent(onTyped)
  useEffect(() => tellTyped(), [typed])
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => save(), PAUSE)
    return () => clearTimeout(timer)
  }, [isWaiting, typed])
  useEffect(() => {
    const fields = place.current?.closest('form')
    if (!isWaiting || !fields) return
    const left = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node && fields.contains(relatedTarget))) save()
    }
    const hidden = () => {
      if (document.visibilityState === 'hidden') save()
    }
    fields.addEventListener('focusout', left)
    document.addEventListener('visibilitychange', hidden)
    return () => {
      fields.removeEventListener('focusout', left)
      document.removeEventListener('visibilitychange', hidden)
    }
  }, [isWaiting])
  return <span ref={place} hidden />
}
