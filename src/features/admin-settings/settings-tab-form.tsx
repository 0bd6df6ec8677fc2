import { useCallback, useMemo } from 'react'
import type * as z from 'zod'
import { conflictRows } from '~/components/form/conflict'
import { ConflictView } from '~/components/form/conflict-view'
import { DescribedFields } from '~/components/form/described-fields'
import { DirtyReport } from '~/components/form/dirty-report'
import { Form } from '~/components/form/form'
import { ResetTo } from '~/components/form/reset-to'
import { Button } from '~/components/ui/button'
import { Modal } from '~/components/ui/modal'
import { settingsTabSchemas, type SettingsTab, type TabValues } from '~/contracts/settings'
import { comparedFields } from '~/lib/field-values'
import { settingDescriptions } from './setting-descriptions'
import { SettingsHistory } from './settings-history'
import { settingsMessages } from './settings-messages'
import { useSettingsTab, type StoredSettings } from './use-settings-tab'

interface SettingsTabFormProps<T extends SettingsTab> {
  tab: T
  /** All tabs as they were last read from the server. */
  all: StoredSettings
  onDirty: (tab: T, dirty: boolean) => void
}

/** Each tab's part of the save procedure's input. */
const schemas: { readonly [T in SettingsTab]: z.ZodType<TabValues<T>, TabValues<T>> } = settingsTabSchemas

/** One tab of the settings screen: a form of its own with a save button of its own (spec §2). */
export function SettingsTabForm<T extends SettingsTab>({ tab, all, onDirty }: SettingsTabFormProps<T>) {
  const { label } = settingsMessages[tab]
  const fields = useMemo(() => settingDescriptions(tab), [tab])
  const { base, typed, setDirty, saveOver, conflict, keepMine, useTheirs, dismiss, sayFailure, isSaving } = useSettingsTab(tab, all)
  const reportDirty = useCallback(
    (dirty: boolean) => {
      setDirty(dirty)
      onDirty(tab, dirty)
    },
    [setDirty, onDirty, tab],
  )

  return (
    <>
      <Form schema={schemas[tab]} defaultValues={base.values} onSubmit={(values) => saveOver(values, base)} onFailure={sayFailure}>
        {(form) => (
          <div className="max-w-3xl rounded-card border border-line bg-surface shadow-card">
            <ResetTo form={form} values={base.values} typed={typed} />
            <DirtyReport control={form.control} onChange={reportDirty} />
            <div className="grid gap-5 p-5 sm:grid-cols-2 sm:p-6">
              <DescribedFields control={form.control} fields={fields} />
            </div>
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
            rows={conflictRows(conflict, comparedFields(fields))}
            onKeepMine={keepMine}
            onUseTheirs={useTheirs}
            saving={isSaving}
          />
        </Modal>
      )}
    </>
  )
}
