import * as z from 'zod'

/**
 * Addresses that browsers take (HTML's `input type=email`), with a top-level domain. No part begins or ends with a point or has two in a
 * row, which mail servers refuse. PostgreSQL uses the expression too (`source`).
 */
export const EMAIL_ADDRESS =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_.!#$%&'*+/=?^`{|}~-]*[A-Za-z0-9_!#$%&'*+/=?^`{|}~-]@(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])$/

/** Converts the domain to Punycode, as browsers do before validating: 'info@müller.example' → 'info@xn--mller-kva.example'. */
export function withAsciiDomain(typed: string): string {
  const at = typed.lastIndexOf('@') + 1
  const domain = typed.slice(at)
  if (at === 0 || /^[!-~]*$/.test(domain) || !/^[\p{L}\p{M}\p{N}.。-]+$/u.test(domain)) return typed
  const address = `http://${domain}`
  return URL.canParse(address) ? `${typed.slice(0, at)}${new URL(address).hostname}` : typed
}

export const email = (error?: string) => z.email({ pattern: EMAIL_ADDRESS, ...(error !== undefined && { error }) })
