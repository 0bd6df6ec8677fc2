/** The carriers that parcels go by in the UK, and the pages on which they can be followed. */

interface Carrier {
  name: string
  /** The address of the page of one parcel. @param number as it stands in an address */
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

/** A name without what people write differently: 'royal-mail' is Royal Mail. */
const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z]/g, '')

/** Longer than any carrier's number; what plain SQL has put there may be anything. */
const LONGEST_TRACKING_NUMBER = 100

/** A parcel as a case has it. */
export interface Parcel {
  carrier: string | null
  trackingNumber: string | null
}

/** The carrier's page for a parcel; null for another carrier than these, and without a number. */
export function parcelPage({ carrier, trackingNumber }: Parcel): string | null {
  const number = (trackingNumber ?? '').replaceAll(/\s/g, '')
  if (carrier === null || number === '' || number.length > LONGEST_TRACKING_NUMBER || /\p{Surrogate}/u.test(number)) return null
  const known = carriers.find(({ name }) => plain(name) === plain(carrier))
  return known ? known.page(encodeURIComponent(number)) : null
}
