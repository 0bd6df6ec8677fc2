import type { Branding } from '~/server/platform/mail/email-layout'
import { letterheadOf } from '~/server/platform/pdf/letterhead'
import { readSettings, type SettingsReader } from './read-settings'

/** The sender of emails. Pass the transaction that queues the email. */
export const readBranding = async (tx: SettingsReader, siteUrl: string): Promise<Branding> => ({
  ...letterheadOf(await readSettings(tx)),
  siteUrl,
})
