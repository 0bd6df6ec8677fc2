import type { CompanyAddress } from '~/contracts/settings'

/**
 * The company's address as the lines to print, without empty ones. Apart from the settings' schemas,
 * so that a public page does not load the validator for it.
 */
export function addressLines(address: CompanyAddress): string[] {
  const lines = typeof address === 'string' ? address.split('\n') : [address.line1, address.line2, address.line3]
  return lines.map((line) => line.trim()).filter((line) => line !== '')
}
