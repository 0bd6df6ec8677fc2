import type { DeviceInfo } from '~/contracts/device-info'

/** 'Bitmain Antminer S19'; 'Unknown device' without maker and model. */
export function deviceName(info: DeviceInfo): string {
  if (typeof info === 'string' && info.trim() !== '') return info
  if (typeof info !== 'object' || info === null || Array.isArray(info)) return 'Unknown device'
  const known = [info.manufacturer, info.model].flatMap((part) => (typeof part === 'string' && part.trim() !== '' ? [part] : []))
  return known.join(' ') || 'Unknown device'
}

export const deviceJson = (info: DeviceInfo): string => JSON.stringify(info, null, 2)

/** Only the known texts, since plain SQL may have stored anything. */
export function caseDeviceDraft(info: DeviceInfo) {
  const known = typeof info === 'object' && info !== null && !Array.isArray(info) ? info : {}
  const text = (value: DeviceInfo | undefined) => (typeof value === 'string' ? value.trim() : '')
  const serialNumber = text(known.serialNumber)
  return { manufacturer: text(known.manufacturer), model: text(known.model), serialNumber: serialNumber || undefined }
}

export function writtenDevice(device: { manufacturer: string; model: string; serialNumber?: string | undefined } | undefined): string {
  if (!device) return ''
  return device.serialNumber ? `${deviceName(device)} (${device.serialNumber})` : deviceName(device)
}
