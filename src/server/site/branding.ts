import type { Branding } from '~/server/platform/mail/email-layout'
import { letterheadOf } from '~/server/platform/pdf/letterhead'
import { readSettings, type SettingsReader } from './settings/read'

/** Whom emails come from, as the settings and the seller's details say now. Pass the transaction that the email is posted in. */
export const readBranding = async (tx: SettingsReader, siteUrl: string): Promise<Branding> => ({
  ...letterheadOf(await readSettings(tx)),
  siteUrl,
})
