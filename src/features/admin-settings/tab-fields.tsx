import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { CharacterCount } from '~/components/form/character-count'
import { TextAreaField } from '~/components/form/text-area-field'
import { TextField } from '~/components/form/text-field'
import { settingLabel, type SettingsTab, type SettingsTabValues } from '~/contracts/settings'

/** Recommended by search engines; a hint only (spec §9). */
const ADVISED_DESCRIPTION = 160

interface TabFieldsProps<Tab extends SettingsTab> {
  control: Control<SettingsTabValues[Tab], unknown, SettingsTabValues[Tab]>
}

/** What a field of a key is given: its label comes from the key (contracts/settings). */
const setting = <Values extends FieldValues>(control: Control<Values, unknown, Values>, name: FieldPath<Values>) => ({
  control,
  name,
  label: settingLabel(name),
})

export function GeneralFields({ control }: TabFieldsProps<'general'>) {
  return (
    <>
      <TextField {...setting(control, 'site_title')} required />
      <TextField {...setting(control, 'company_name')} autoComplete="off" required />
      <TextField {...setting(control, 'company_tagline')} required />
      <TextAreaField {...setting(control, 'company_description')} rows={4} required />
    </>
  )
}

export function ContactFields({ control }: TabFieldsProps<'contact'>) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField {...setting(control, 'contact_email')} type="email" inputMode="email" autoComplete="off" required />
        <TextField {...setting(control, 'phone_number')} type="tel" inputMode="tel" autoComplete="off" required />
      </div>
      <TextField {...setting(control, 'address_line1')} autoComplete="off" required />
      <TextField {...setting(control, 'address_line2')} autoComplete="off" required />
      <TextField {...setting(control, 'address_line3')} autoComplete="off" required />
    </>
  )
}

export function HomepageFields({ control }: TabFieldsProps<'homepage'>) {
  return (
    <>
      <TextField {...setting(control, 'hero_title')} required />
      <TextAreaField {...setting(control, 'hero_description')} rows={4} required />
      <TextField {...setting(control, 'hero_badge_text')} required />
    </>
  )
}

export function AboutFields({ control }: TabFieldsProps<'about'>) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField {...setting(control, 'stats_miners_serviced')} placeholder="10,000+" hint="e.g. '10,000+'" required />
        <TextField {...setting(control, 'stats_years_experience')} placeholder="5+" hint="e.g. '5+'" required />
        <TextField {...setting(control, 'stats_countries_served')} placeholder="50+" hint="e.g. '50+'" required />
        <TextField {...setting(control, 'stats_satisfaction_rate')} placeholder="99.8%" hint="e.g. '99.8%'" required />
      </div>
      <TextAreaField {...setting(control, 'mission_statement')} rows={4} required />
    </>
  )
}

export function SeoFields({ control }: TabFieldsProps<'seo'>) {
  return (
    <>
      <div className="flex flex-col">
        <TextAreaField {...setting(control, 'meta_description')} rows={3} hint="Max 160 characters" required />
        {/* At the end of the hint's own line. */}
        <div className="-mt-5 self-end">
          <CharacterCount control={control} name="meta_description" advised={ADVISED_DESCRIPTION} />
        </div>
      </div>
      <TextField {...setting(control, 'meta_keywords')} hint="Comma-separated" required />
    </>
  )
}

export function SocialFields({ control }: TabFieldsProps<'social'>) {
  return (
    <>
      <TextField {...setting(control, 'social_twitter')} type="url" inputMode="url" hint="Optional: the address of the profile" />
      <TextField {...setting(control, 'social_linkedin')} type="url" inputMode="url" hint="Optional: the address of the page" />
      <TextField {...setting(control, 'social_facebook')} type="url" inputMode="url" hint="Optional: the address of the page" />
    </>
  )
}
