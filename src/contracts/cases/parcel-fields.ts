import { lineToChange, plainLine } from '~/contracts/fields'
import { parcelNumber } from '~/contracts/parcel-numbers'

const LONGEST = 200

/** The parcel in which a device goes back: a field that is left out stays as it is, an empty one becomes null. */
export const parcelFields = {
  carrier: lineToChange(null),
  trackingNumber: plainLine(LONGEST)
    .nullable()
    .transform((typed) => (typed ? parcelNumber(typed) : null))
    .optional(),
}
