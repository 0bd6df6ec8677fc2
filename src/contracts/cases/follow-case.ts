import { ownCaseInput } from './tracking'
import { trackInput } from '~/contracts/track-input'
import { followInput } from '~/contracts/streams'

/** A customer's page of a case, followed by a link's secret or as its owner. */
export const followTrackedInput = followInput.extend(trackInput.shape)
export const followOwnCaseInput = followInput.extend(ownCaseInput.shape)
