import { allows, scopedRouters, type Access, type ScopedRouter } from '~/contracts/identity/api-keys'
import type { Noun } from '~/contracts/records'
import { codedError } from '~/server/platform/errors'
import type { Viewer } from './read-session'

const nameOf = (router: string) => new Map<string, string>(Object.entries(scopedRouters)).get(router) ?? router

/** @param router the procedure's, or that of the rows in the answer @throws FORBIDDEN (`insufficient_scope`) */
export function requireScope({ scopes, apiKey }: Viewer, router: string, access: Access): void {
  if (allows(scopes, router, access)) return
  const what = `${nameOf(router)} (${access === 'read' ? 'read' : 'change'})`
  throw codedError(
    'FORBIDDEN',
    'insufficient_scope',
    apiKey ? `This API key does not open: ${what}.` : `Your access does not include: ${what}.`,
  )
}

/** True for a router whose rows the caller may read. */
export const mayRead =
  ({ scopes }: Pick<Viewer, 'scopes'>) =>
  (router: Noun | ScopedRouter): boolean =>
    allows(scopes, router, 'read')

export const unlimitedOnly = (what: string) =>
  codedError('FORBIDDEN', 'insufficient_scope', `Only an administrator without limits may ${what}.`)
