import { emailAddress } from '~/contracts/identity/auth'
import { readSettings, type SettingsReader } from './read-settings'

/** @param contactInbox `CONTACT_INBOX`; null for the address that the site shows @returns null if that is no email address */
export async function readInbox(tx: SettingsReader, contactInbox: string | null): Promise<string | null> {
  if (contactInbox !== null) return contactInbox
  const { contact_email: shown } = await readSettings(tx)
  return emailAddress.safeParse(shown).data ?? null
}
