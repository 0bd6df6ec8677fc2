/** Ways to write a number that all mean the same one; {} stands for its digits, and {prefix} for what the shop writes before them. */
export const waysToWrite: readonly { way: string; write: (prefix: string, digits: string) => string }[] = [
  { way: 'as the shop does', write: (prefix, digits) => `${prefix}-${digits}` },
  { way: 'in small letters', write: (prefix, digits) => `${prefix.toLowerCase()}-${digits}` },
  { way: 'with an en dash', write: (prefix, digits) => `${prefix}\u2013${digits}` },
  { way: 'with a hyphen that does not break', write: (prefix, digits) => `${prefix}\u2011${digits}` },
  { way: 'with a minus sign', write: (prefix, digits) => `${prefix}\u2212${digits}` },
  { way: 'with a blank', write: (prefix, digits) => `${prefix} ${digits}` },
  { way: 'with a blank that does not break', write: (prefix, digits) => `${prefix}\u00a0${digits}` },
  { way: 'without anything between', write: (prefix, digits) => `${prefix}${digits}` },
  { way: 'with blanks around', write: (prefix, digits) => `  ${prefix}-${digits}  ` },
  { way: 'after a sign', write: (prefix, digits) => `#${prefix}-${digits}` },
  { way: 'before a full stop', write: (prefix, digits) => `${prefix}-${digits}.` },
  { way: 'with characters of no width', write: (prefix, digits) => `\ufeff${prefix}\u200b-${digits}\u200d` },
  {
    way: 'in letters of full width',
    write: (prefix, digits) => `${prefix}\uff0d${digits.replaceAll(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)))}`,
  },
]

/** The same without the prefix. */
export const waysWithoutPrefix: readonly { way: string; write: (digits: string) => string }[] = [
  { way: 'digits alone', write: (digits) => digits },
  { way: 'after a sign', write: (digits) => `#${digits}` },
  { way: 'before a full stop', write: (digits) => `${digits}.` },
]

/** Ways to write a serial number such as 'NGSB-2026-X7'. */
export const waysToWriteSerial: readonly { way: string; write: (serial: string) => string }[] = [
  { way: 'as on the label', write: (serial) => serial },
  { way: 'in small letters', write: (serial) => serial.toLowerCase() },
  { way: 'without hyphens', write: (serial) => serial.replaceAll('-', '') },
  { way: 'with other hyphens', write: (serial) => serial.replaceAll('-', '\u2010') },
  { way: 'with blanks', write: (serial) => serial.replaceAll('-', ' ') },
  { way: 'after S/N:', write: (serial) => `S/N: ${serial}` },
  { way: 'after SN:', write: (serial) => `sn:${serial}` },
  { way: 'after its name', write: (serial) => `Serial number: ${serial}` },
  { way: 'after a sign', write: (serial) => `#${serial}` },
  { way: 'before a full stop', write: (serial) => `${serial}.` },
  { way: 'with characters of no width', write: (serial) => `${serial.slice(0, 3)}\u200b${serial.slice(3)}` },
  { way: 'in brackets of GS1', write: (serial) => `(21)${serial}` },
  { way: 'in brackets of GS1 after an article', write: (serial) => `(01)09506000134352(21)${serial}` },
  { way: 'as a GS1 barcode is read', write: (serial) => `]C10109506000134352\u001d21${serial}`.replace('\u001d', '') },
]
