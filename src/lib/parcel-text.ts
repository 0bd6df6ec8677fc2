import type { Parcel } from '~/contracts/carriers'
import { short } from './text'

/** Null while nothing is known of the parcel. */
export function parcelText({ carrier, trackingNumber }: Parcel): string | null {
  const lines = [
    ['Carrier', carrier],
    ['Tracking number', trackingNumber],
  ].flatMap(([name, text]) => (text ? `${name}: ${short(text, 100)}` : []))
  return lines.length === 0 ? null : lines.join('\n')
}
