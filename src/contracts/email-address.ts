import * as z from 'zod'

/**
 * The addresses that browsers take (HTML's `input type=email`): with signs such as '&', of a domain with a top level. No part begins or ends
 * with a point, or has two together, which mail servers refuse. PostgreSQL reads the expression too (`source`).
 */
export const EMAIL_ADDRESS =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_.!#$%&'*+/=?^`{|}~-]*[A-Za-z0-9_!#$%&'*+/=?^`{|}~-]@(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])$/

/** An email address; its length is checked before. */
export const email = (error?: string) => z.email({ pattern: EMAIL_ADDRESS, ...(error !== undefined && { error }) })
