import { LARGEST_BANK_BYTES, LARGEST_BANK_FILE } from '~/contracts/billing/bank'

/** UTF-8 as text; anything else as bytes, whose charset the server detects. */
export type SentFile = { csv: string } | { bytes: string }

/** Bytes turned into text in one call, since the number of arguments is limited. */
const CHUNK = 0x8000

function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += CHUNK) text += String.fromCharCode(...bytes.subarray(at, at + CHUNK))
  return btoa(text)
}

function utf8Of(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    // UTF-16 without a byte order mark looks like UTF-8 with null characters.
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}

/** Null for a file that is too large. */
export async function sentFile(file: File): Promise<SentFile | null> {
  if (file.size > LARGEST_BANK_FILE) return null
  const bytes = new Uint8Array(await file.arrayBuffer())
  const csv = utf8Of(bytes)
  if (csv !== null) return { csv }
  return bytes.byteLength > LARGEST_BANK_BYTES ? null : { bytes: base64Of(bytes) }
}
