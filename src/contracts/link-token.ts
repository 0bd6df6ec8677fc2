/** Names a case for the holder of a link: the link's secret, or the secret with the number of another case of its request. */

const SEPARATOR = '~'

export const tokenOf = (token: string, number: string): string => `${tokenParts(token).secret}${SEPARATOR}${number}`

export function tokenParts(token: string): { secret: string; number: string | undefined } {
  const at = token.indexOf(SEPARATOR)
  return at === -1 ? { secret: token, number: undefined } : { secret: token.slice(0, at), number: token.slice(at + 1) }
}
