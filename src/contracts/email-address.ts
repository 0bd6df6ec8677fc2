import * as z from 'zod'

/**
 * The addresses that browsers take (HTML's `input type=email`): with signs such as '&', of a domain with a top level. No part begins or ends
 * with a point, or has two together, which mail servers refuse. PostgreSQL reads the expression too (`source`).
 */
export const EMAIL_ADDRESS =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_.!#$%&'*+/=?^`{|}~-]*[A-Za-z0-9_!#$%&'*+/=?^`{|}~-]@(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])$/

/**
 * An address with its domain as mail servers know it: 'info@müller.example' is sent to 'info@xn--mller-kva.example'. Browsers write it so before
 * they check it. Any other text stays as it is.
 */
export function withAsciiDomain(typed: string): string {
  const at = typed.lastIndexOf('@') + 1
  const domain = typed.slice(at)
  if (at === 0 || /^[!-~]*$/.test(domain) || !/^[\p{L}\p{M}\p{N}.。-]+$/u.test(domain)) return typed
  const address = `http://${domain}`
  return URL.canParse(address) ? `${typed.slice(0, at)}${new URL(address).hostname}` : typed
}

/** An email address; its length is checked before. */
export const email = (error?: string) => z.email({ pattern: EMAIL_ADDRESS, ...(error !== undefined && { error }) })
