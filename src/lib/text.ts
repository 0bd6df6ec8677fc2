import type { DeviceInfo } from '~/contracts/device'

/** A status or a role as people read it: 'pending' → 'Pending'. */
export const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** The first 8 characters of an id, to tell rows apart by (spec §2 User Management). */
export const shortId = (id: string) => id.slice(0, 8)

/** What people call a device: 'Bitmain Antminer S19'; 'Unknown device' where neither maker nor model is known. */
export function deviceName(info: DeviceInfo): string {
  if (typeof info === 'string' && info.trim() !== '') return info
  if (typeof info !== 'object' || info === null || Array.isArray(info)) return 'Unknown device'
  const known = [info.manufacturer, info.model].flatMap((part) => (typeof part === 'string' && part.trim() !== '' ? [part] : []))
  return known.join(' ') || 'Unknown device'
}

/** All that is known of a device, as JSON in lines. */
export const deviceJson = (info: DeviceInfo): string => JSON.stringify(info, null, 2)
