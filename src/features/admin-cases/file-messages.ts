const kilo = 1024

/** '3.4 MB' */
export function sizeText(bytes: number): string {
  const mega = bytes / kilo / kilo
  const [amount, unit] = mega >= 1 ? [mega, 'MB'] : [bytes / kilo, 'kB']
  return `${amount.toLocaleString('en-GB', { maximumFractionDigits: amount < 10 ? 1 : 0 })} ${unit}`
}

export const fileMessages = {
  loadFailed: 'Failed to fetch files',
  removeFailed: 'Failed to remove file',
  restoreFailed: 'Failed to put file back',
  shareFailed: 'Failed to change what the customer sees',
  readingsFailed: 'Failed to fetch readings',
} as const
