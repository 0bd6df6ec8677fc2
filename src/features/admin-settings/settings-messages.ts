import type { SettingsTab } from '~/contracts/settings'

interface TabMessages {
  label: string
  saved: string
  failed: string
}

/** What each tab of the settings screen says (spec §2 Website Settings, §8 Settings and Successes). */
export const settingsMessages: Record<SettingsTab, TabMessages> = {
  general: { label: 'General', saved: 'General settings updated successfully', failed: 'Failed to update general settings' },
  contact: { label: 'Contact', saved: 'Contact settings updated successfully', failed: 'Failed to update contact settings' },
  homepage: { label: 'Homepage', saved: 'Homepage settings updated successfully', failed: 'Failed to update homepage settings' },
  about: { label: 'About', saved: 'About page settings updated successfully', failed: 'Failed to update about page settings' },
  seo: { label: 'SEO', saved: 'SEO settings updated successfully', failed: 'Failed to update SEO settings' },
  social: { label: 'Social', saved: 'Social media settings updated successfully', failed: 'Failed to update social media settings' },
}

export const LOAD_FAILED = 'Failed to load settings'
