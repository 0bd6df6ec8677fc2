import {
  aboutSettingsSchema,
  contactSettingsSchema,
  generalSettingsSchema,
  homepageSettingsSchema,
  seoSettingsSchema,
  socialSettingsSchema,
  type SettingsTab,
} from '~/contracts/settings'
import { SettingsTabForm } from './settings-tab-form'
import { AboutFields, ContactFields, GeneralFields, HomepageFields, SeoFields, SocialFields } from './tab-fields'
import type { StoredSettings } from './use-settings-tab'

export interface SettingsTabProps {
  all: StoredSettings
  onDirty: (tab: SettingsTab, dirty: boolean) => void
}

/** The six tabs, each its schema, its part of what is stored, its input and its fields. */

export function GeneralTab(props: SettingsTabProps) {
  return (
    <SettingsTabForm
      {...props}
      tab="general"
      schema={generalSettingsSchema}
      pick={({ tabs }) => tabs.general}
      toInput={(values, version) => ({ tab: 'general', values, version })}
    >
      {(control) => <GeneralFields control={control} />}
    </SettingsTabForm>
  )
}

export function ContactTab(props: SettingsTabProps) {
  return (
    <SettingsTabForm
      {...props}
      tab="contact"
      schema={contactSettingsSchema}
      pick={({ tabs }) => tabs.contact}
      toInput={(values, version) => ({ tab: 'contact', values, version })}
    >
      {(control) => <ContactFields control={control} />}
    </SettingsTabForm>
  )
}

export function HomepageTab(props: SettingsTabProps) {
  return (
    <SettingsTabForm
      {...props}
      tab="homepage"
      schema={homepageSettingsSchema}
      pick={({ tabs }) => tabs.homepage}
      toInput={(values, version) => ({ tab: 'homepage', values, version })}
    >
      {(control) => <HomepageFields control={control} />}
    </SettingsTabForm>
  )
}

export function AboutTab(props: SettingsTabProps) {
  return (
    <SettingsTabForm
      {...props}
      tab="about"
      schema={aboutSettingsSchema}
      pick={({ tabs }) => tabs.about}
      toInput={(values, version) => ({ tab: 'about', values, version })}
    >
      {(control) => <AboutFields control={control} />}
    </SettingsTabForm>
  )
}

export function SeoTab(props: SettingsTabProps) {
  return (
    <SettingsTabForm
      {...props}
      tab="seo"
      schema={seoSettingsSchema}
      pick={({ tabs }) => tabs.seo}
      toInput={(values, version) => ({ tab: 'seo', values, version })}
    >
      {(control) => <SeoFields control={control} />}
    </SettingsTabForm>
  )
}

export function SocialTab(props: SettingsTabProps) {
  return (
    <SettingsTabForm
      {...props}
      tab="social"
      schema={socialSettingsSchema}
      pick={({ tabs }) => tabs.social}
      toInput={(values, version) => ({ tab: 'social', values, version })}
    >
      {(control) => <SocialFields control={control} />}
    </SettingsTabForm>
  )
}
