import type { DeviceInfo } from '~/contracts/device'

/** What people call a device: 'Bitmain Antminer S19'; 'Unknown device' where neither maker nor model is known. */
export function deviceName(info: DeviceInfo): string {
  if (typeof info === 'string' && info.trim() !== '') return info
  if (typeof info !== 'object' || info === null || Array.isArray(info)) return 'Unknown device'
  const known = [info.manufacturer, info.model].flatMap((part) => (typeof part === 'string' && part.trim() !== '' ? [part] : []))
  return known.join(' ') || 'Unknown device'
}

/** All that is known of a device, as JSON in lines. */
export const deviceJson = (info: DeviceInfo): string => JSON.stringify(info, null, 2)
