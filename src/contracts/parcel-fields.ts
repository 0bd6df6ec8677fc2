import { lineToChange, plainLine } from '~/contracts/fields'
import { parcelNumber } from '~/contracts/parcel-numbers'

const LONGEST = 200

/** A field left out stays; an empty one becomes null. */
export const parcelFields = {
  carrier: lineToChange(null),
  trackingNumber: plainLine(LONGEST)
    .nullable()
    .transform((typed) => (typed ? parcelNumber(typed) : null))
    .optional(),
}
