import { HistoryDisclosure, HistoryRows } from '~/components/admin-list/history-list'
import type { HistoryEntry } from '~/contracts/audit'
import {
  type SettingField,
  type SettingsTab,
  type TabValues,
  settingFields,
  settingLabel,
  settingsTabSchemas,
} from '~/contracts/site/settings'
import { historyLines } from '~/lib/history-lines'
import { useHistory } from '~/trpc/use-history'
import { LONGEST_ADDRESS, isWebAddress } from '~/contracts/addresses'
import type { FieldDescription } from '~/contracts/field-description'
import { recordOf } from '~/contracts/keys'
import { useCallback, useMemo } from 'react'
import type * as z from 'zod'
import { conflictRows } from '~/components/form/conflict'
import { ConflictView } from '~/components/form/conflict-view'
import { DescribedFields } from '~/components/form/described-fields'
import { DirtyReport, ResetTo } from '~/components/form/dirty-state'
import { Form } from '~/components/form/form'
import { Button } from '~/components/ui/button'
import { Modal } from '~/components/ui/modal'
import { comparedFields } from '~/lib/field-values'
import { settingsMessages, type StoredSettings, useSettingsTab } from './use-settings-tab'

const tell = (entry: HistoryEntry) =>
  historyLines(
    entry,
    'Settings saved',
    Object.fromEntries(Object.keys(entry.after ?? {}).map((key) => [key, { label: settingLabel(key) }])),
  )

function Lines({ tab }: { tab: SettingsTab }) {
  return <HistoryRows {...useHistory('settings', tab, tell)} />
}

function SettingsHistory({ tab }: { tab: SettingsTab }) {
  return (
    <HistoryDisclosure>
      <Lines tab={tab} />
    </HistoryDisclosure>
  )
}

/** A hint only (requirements §9). */
const ADVISED_DESCRIPTION = 160

/** Footer and search engines get only full web addresses (webLinks), but any text can be saved (requirements §5). */
function hiddenAddress(text: string): string | null {
  if (text.trim() === '' || isWebAddress(text)) return null
  if (text.length > LONGEST_ADDRESS) return `Not shown in the footer: it is longer than ${LONGEST_ADDRESS} characters.`
  return 'Not shown in the footer: a web address begins with https:// or http:// and has no spaces.'
}

/** Fields that are not one line across the whole form. */
const looks: Partial<Record<SettingField, Partial<FieldDescription>>> = {
  company_description: { kind: 'text', rows: 4 },
  contact_email: { type: 'email', wide: false },
  phone_number: { type: 'tel', wide: false },
  hero_description: { kind: 'text', rows: 4 },
  stats_miners_serviced: { placeholder: '10,000+', hint: "e.g. '10,000+'", wide: false },
  stats_years_experience: { placeholder: '5+', hint: "e.g. '5+'", wide: false },
  stats_countries_served: { placeholder: '50+', hint: "e.g. '50+'", wide: false },
  stats_satisfaction_rate: { placeholder: '99.8%', hint: "e.g. '99.8%'", wide: false },
  mission_statement: { kind: 'text', rows: 4 },
  meta_description: { kind: 'text', rows: 3, hint: 'Max 160 characters', advised: ADVISED_DESCRIPTION },
  meta_keywords: { hint: 'Comma-separated' },
  social_twitter: { type: 'url', doubt: hiddenAddress, hint: 'Optional: the address of the profile' },
  social_linkedin: { type: 'url', doubt: hiddenAddress, hint: 'Optional: the address of the page' },
  social_facebook: { type: 'url', doubt: hiddenAddress, hint: 'Optional: the address of the page' },
}

/** Labels come from the keys; the schema says which fields are required. */
function settingDescriptions<T extends SettingsTab>(tab: T) {
  const empty = settingsTabSchemas[tab].safeParse(recordOf(settingFields(tab), () => ''))
  const required = new Set(empty.error?.issues.map(({ path }) => path[0]))
  return recordOf<SettingField<T>, FieldDescription>(settingFields(tab), (field) => ({
    label: settingLabel(field),
    kind: 'line',
    wide: true,
    required: required.has(field),
    ...looks[field],
  }))
}

interface SettingsTabFormProps<T extends SettingsTab> {
  tab: T
  /** As last read. */
  all: StoredSettings
  onDirty: (tab: T, dirty: boolean) => void
}

/** Parts of the save procedure's input. */
const schemas: { readonly [T in SettingsTab]: z.ZodType<TabValues<T>, TabValues<T>> } = settingsTabSchemas

/** Each tab is a form with its own save button (requirements §2). */
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
