import { findHeader } from './find-header'
import { BankFileFault } from './bank-file-fault'

/** Western with the euro sign, Central European, Baltic, Cyrillic, Greek, Turkish. */
const CHARSETS = ['windows-1252', 'windows-1250', 'windows-1257', 'windows-1251', 'windows-1253', 'windows-1254'] as const

const decode = (bytes: Buffer, charset: string, fatal = false) => new TextDecoder(charset, { fatal }).decode(bytes)

function utf8(bytes: Buffer): string | null {
  try {
    return decode(bytes, 'utf-8', true)
  } catch {
    return null
  }
}

/** Detects UTF-16 by its byte-order mark or the zero bytes of Latin letters. */
function utf16(bytes: Buffer): string | null {
  const mark = bytes.readUInt16BE(0)
  if (mark === 0xfffe) return decode(bytes, 'utf-16le')
  if (mark === 0xfeff) return decode(bytes, 'utf-16be')
  const head = bytes.subarray(0, 400)
  const zeros = [0, 1].map((odd) => head.filter((byte, index) => byte === 0 && index % 2 === odd).length)
  const [even = 0, odd = 0] = zeros
  if (even + odd < head.length / 4) return null
  return decode(bytes, odd > even ? 'utf-16le' : 'utf-16be')
}

/** XML names it in its first line, OFX in its header. */
function namedCharset(head: string): string | null {
  const named = /^\s*<\?xml[^>]{0,80}encoding=["']([\w-]{3,20})["']/i.exec(head)?.[1] ?? /^CHARSET:(\w{3,12})/m.exec(head)?.[1]
  if (named === undefined) return null
  const label = /^\d+$/.test(named) ? `windows-${named}` : named
  try {
    return new TextDecoder(label).encoding
  } catch {
    return null
  }
}

function columnsKnown(text: string): number {
  try {
    const columns = findHeader(text.slice(0, 20_000))?.columns
    if (!columns) return 0
    const { texts, day, amount, paidIn, currency, state, side, reference, balance } = columns
    return texts.length + [day, amount, paidIn, currency, state, side, reference, balance].filter((at) => at !== -1).length
  } catch (error) {
    if (error instanceof BankFileFault) return 0
    throw error
  }
}

/** @returns the text without its byte-order mark */
export function bankText(bytes: Buffer): string {
  if (bytes.byteLength < 2) return bytes.toString('latin1')
  const text = utf16(bytes) ?? utf8(bytes)
  if (text !== null) return text.replace(/^\uFEFF/, '')
  const named = namedCharset(bytes.toString('latin1', 0, 600))
  if (named !== null && named !== 'utf-8') return decode(bytes, named)
  const texts = CHARSETS.map((charset) => decode(bytes, charset))
  const western = texts[0] ?? ''
  // ISO 8859-15 has the euro sign where windows-1252 has '¤'.
  if (western.includes('¤') && !western.includes('€')) return decode(bytes, 'iso-8859-15')
  const known = texts.map((each) => columnsKnown(each))
  return texts[known.indexOf(Math.max(...known))] ?? western
}
