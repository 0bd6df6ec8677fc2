import type { FieldDescription } from '~/contracts/field-description'
import { recordOf } from '~/contracts/keys'
import { settingFields, settingLabel, settingsTabSchemas, type SettingField, type SettingsTab } from '~/contracts/settings'

/** Recommended by search engines; a hint only (spec §9). */
const ADVISED_DESCRIPTION = 160

/** How a field looks that is not a line of text across the whole form. */
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
  social_twitter: { type: 'url', hint: 'Optional: the address of the profile' },
  social_linkedin: { type: 'url', hint: 'Optional: the address of the page' },
  social_facebook: { type: 'url', hint: 'Optional: the address of the page' },
}

/** The fields of a tab: labels come from their keys, whether they are required from the schema. */
export function settingDescriptions<T extends SettingsTab>(tab: T) {
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
