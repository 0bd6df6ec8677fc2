import { carrierOfNumber, isMistyped, parcelNumber } from '~/contracts/parcel-numbers'

interface Carrier {
  name: string
  /** @param number encoded for a URL */
  page: (number: string) => string
}

const carriers: readonly Carrier[] = [
  { name: 'Royal Mail', page: (number) => `https://www.royalmail.com/track-your-item#/tracking-results/${number}` },
  { name: 'DPD', page: (number) => `https://track.dpd.co.uk/search?reference=${number}` },
  { name: 'Parcelforce', page: (number) => `https://www.parcelforce.com/track-trace?trackNumber=${number}` },
  { name: 'UPS', page: (number) => `https://www.ups.com/track?loc=en_GB&tracknum=${number}` },
  { name: 'FedEx', page: (number) => `https://www.fedex.com/fedextrack/?trknbr=${number}` },
  { name: 'DHL', page: (number) => `https://www.dhl.com/gb-en/home/tracking.html?tracking-id=${number}` },
  { name: 'Evri', page: (number) => `https://www.evri.com/track/parcel/${number}` },
]

export const carrierNames: readonly string[] = carriers.map(({ name }) => name)

/** Ignores spelling: 'royal-mail' is Royal Mail. */
const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z]/g, '')

/** Stored numbers may be anything, since plain SQL can write them. */
const LONGEST_TRACKING_NUMBER = 100

export interface Parcel {
  carrier: string | null
  trackingNumber: string | null
}

const carrierNamed = (name: string | null) => (name === null ? undefined : carriers.find((each) => plain(each.name) === plain(name)))

/** The page of the noted carrier, else of the one that the number's form names. Null for other carriers, or without a number. */
export function parcelPage({ carrier, trackingNumber }: Parcel): string | null {
  const given = trackingNumber ?? ''
  if (given.length > LONGEST_TRACKING_NUMBER || /\p{Surrogate}/u.test(given)) return null
  const number = parcelNumber(given).replaceAll(/\s/g, '')
  if (number === '') return null
  const known = carrierNamed(carrier) ?? (carrier === null || plain(carrier) === '' ? carrierNamed(carrierOfNumber(number)) : undefined)
  return known ? known.page(encodeURIComponent(number)) : null
}

/** Royal Mail delivers for Parcelforce, and each tracks the other's numbers. */
const isSameCarrier = (one: string, other: string) =>
  one === other || [one, other].every((name) => name === plain('Royal Mail') || name === plain('Parcelforce'))

/** A hint about a likely slip while it is typed; null without one. Refuses nothing, since carriers introduce new forms of numbers. */
export function parcelHint({ carrier, trackingNumber }: Parcel): string | null {
  const number = trackingNumber ?? ''
  if (isMistyped(number)) return 'The check digit does not fit. Please compare the number with the label.'
  const named = carrierOfNumber(number)
  if (named === null || carrier === null || plain(carrier) === '' || isSameCarrier(plain(named), plain(carrier))) return null
  return `This looks like a number of ${named}.`
}
