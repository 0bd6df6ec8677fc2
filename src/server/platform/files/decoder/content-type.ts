import { fileTypeFromBuffer } from 'file-type'
import type { FileContent } from './answer'
import { Refused } from './refusals'

const byType: Partial<Record<string, FileContent>> = {
  'image/jpeg': { kind: 'picture', type: 'image/jpeg' },
  'image/png': { kind: 'picture', type: 'image/png' },
  'image/webp': { kind: 'picture', type: 'image/webp' },
  'image/avif': { kind: 'picture', type: 'image/avif' },
  'image/heic': { kind: 'picture', type: 'image/heic' },
  'image/heif': { kind: 'picture', type: 'image/heic' },
  'application/pdf': { kind: 'document', type: 'application/pdf' },
}

/** Allows a byte order mark and blanks before it. */
const isMarkup = (text: string) => /^\uFEFF?\s{0,1000}</.test(text)

/** Control characters that no text has. */
const BINARY = /[^\P{Cc}\t\n\f\r]/u
/** Begins a colour code in logs. */
const ESCAPE = '\u001B'

/** Bytes; larger JSON is stored as text. */
const LARGEST_JSON = 2 * 1024 * 1024

/** Null for binary. UTF-8, or UTF-16 with its mark, as Windows writes it; drops the NULs that end an answer of CGMiner. */
function textOf(bytes: Uint8Array): string | null {
  try {
    const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8'
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes).replace(/\0{1,8}\s?$/, '')
    return BINARY.test(text.replaceAll(ESCAPE, '')) ? null : text
  } catch {
    return null
  }
}

function isJson(text: string): boolean {
  if (text.length > LARGEST_JSON) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Decides by content, never by name or the sender's claim. @throws {Refused} for other types */
export async function contentOf(bytes: Uint8Array): Promise<FileContent> {
  if (bytes.byteLength === 0) throw new Refused('empty')
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined)
  const known = found && byType[found.mime]
  if (known) return known
  if (found) throw new Refused(found.mime === 'application/xml' ? 'markup' : 'unknown')
  const text = textOf(bytes)
  if (text === null) throw new Refused('unknown')
  if (isMarkup(text)) throw new Refused('markup')
  return { kind: 'document', type: isJson(text) ? 'application/json' : 'text/plain' }
}
