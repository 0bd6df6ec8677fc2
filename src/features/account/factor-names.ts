import type { ListedFactor } from '~/contracts/account'

/** A name that the account has not given yet: 'Authenticator app', then 'Authenticator app 2'. */
export function freeName(wanted: string, taken: readonly Pick<ListedFactor, 'friendlyName'>[]): string {
  const names = new Set(taken.map(({ friendlyName }) => friendlyName))
  let name = wanted
  for (let count = 2; names.has(name); count++) name = `${wanted} ${count}`
  return name
}
