import type { FirstAdmin } from '~/server/auth/first-admin'

/**
 * Where the site is and how to sign in as administrator (contract.md, npm start). A password is shown on a terminal alone:
 * what is no terminal is a log, which keeps it for many to read.
 */
export function welcome(port: number, admin: FirstAdmin | null, isTerminal: boolean): string {
  const site = `http://localhost:${port}`
  const lines = [`The shop is ready: ${site}`]
  if (admin) {
    lines.push(`Sign in as administrator at ${site}/auth with ${admin.email}`)
    if (admin.password && isTerminal) lines.push(`The password, shown this once and kept in ${admin.passwordFile ?? ''}: ${admin.password}`)
    else if (admin.passwordFile) lines.push(`The password made at the first start is in ${admin.passwordFile}`)
    else lines.push('The password is the one set as ADMIN_PASSWORD at the first start, or changed since.')
  }
  return `\n${lines.join('\n')}\n\n`
}
