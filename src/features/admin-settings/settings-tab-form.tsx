import { useCallback, type ReactNode } from 'react'
import type { Control } from 'react-hook-form'
import type * as z from 'zod'
import { conflictRows, type Conflict } from '~/components/form/conflict'
import { ConflictView } from '~/components/form/conflict-view'
import { DirtyReport } from '~/components/form/dirty-report'
import { Form } from '~/components/form/form'
import { ResetTo } from '~/components/form/reset-to'
import { Button } from '~/components/ui/button'
import { Modal } from '~/components/ui/modal'
import { settingLabel } from '~/contracts/settings'
import { SettingsHistory } from './settings-history'
import { settingsWords } from './settings-words'
import { useSettingsTab, type SettingsTabOptions, type TabValues } from './use-settings-tab'

interface SettingsTabFormProps<Values extends TabValues> extends SettingsTabOptions<Values> {
  /** The tab's part of the save procedure's input. */
  schema: z.ZodType<Values, Values>
  onDirty: (tab: SettingsTabOptions<Values>['tab'], dirty: boolean) => void
  /** The tab's fields. */
  children: (control: Control<Values, unknown, Values>) => ReactNode
}

/** One tab of the settings screen: a form of its own with a save button of its own (spec §2). */
export function SettingsTabForm<Values extends TabValues>({ schema, onDirty, children, ...options }: SettingsTabFormProps<Values>) {
  const { tab } = options
  const { label } = settingsWords[tab]
  const { base, typed, setDirty, saveOver, conflict, keepMine, useTheirs, dismiss, sayFailure, isSaving } = useSettingsTab(options)
  const reportDirty = useCallback(
    (dirty: boolean) => {
      setDirty(dirty)
      onDirty(tab, dirty)
    },
    [setDirty, onDirty, tab],
  )

  return (
    <>
      <Form schema={schema} defaultValues={base.values} onSubmit={(values) => saveOver(values, base)} onFailure={sayFailure}>
        {(form) => (
          <div className="max-w-3xl rounded-card border border-line bg-surface shadow-card">
            <ResetTo form={form} values={base.values} typed={typed} />
            <DirtyReport control={form.control} onChange={reportDirty} />
            <div className="flex flex-col gap-5 p-5 sm:p-6">{children(form.control)}</div>
            <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-t border-line px-5 py-4 sm:px-6">
              {form.formState.isDirty && <p className="text-sm text-ink-muted">Unsaved changes</p>}
              <Button type="submit" busy={isSaving}>
                Save {label} Settings
              </Button>
            </div>
            <SettingsHistory tab={tab} />
          </div>
        )}
      </Form>
      {conflict && (
        <Modal title={`${label} settings were changed`} onClose={dismiss} className="max-w-2xl">
          <ConflictView
            subject="these settings"
            rows={conflictRows(conflict, fieldsOf(conflict))}
            onKeepMine={keepMine}
            onUseTheirs={useTheirs}
            saving={isSaving}
          />
        </Modal>
      )}
    </>
  )
}

const fieldsOf = ({ mine }: Conflict<TabValues>) =>
  Object.keys(mine).map((key) => ({ label: settingLabel(key), write: (values: TabValues) => values[key] ?? '' }))
