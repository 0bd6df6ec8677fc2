import { ownCaseInput } from './tracking'
import { trackInput } from '~/contracts/track-input'
import { followInput } from '~/contracts/streams'

export const followTrackedInput = followInput.extend(trackInput.shape)
export const followOwnCaseInput = followInput.extend(ownCaseInput.shape)
