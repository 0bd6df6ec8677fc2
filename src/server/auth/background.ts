import type { IncomingMessage } from 'node:http'
import { BACKGROUND_HEADER } from '~/contracts/account-headers'

/**
 * Whether a page makes a request by itself, as after a change of a list that it shows: nobody has touched it
 * since its last call. It does not keep an administrator's session from ending (docs/decisions/032); a program
 * that says so of itself only ends its own session.
 */
export const isBackground = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean => headers[BACKGROUND_HEADER] !== undefined
