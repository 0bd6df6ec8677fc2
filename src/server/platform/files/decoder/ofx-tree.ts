import { parseSync } from 'ofx-js'

/** Banks' statements as OFX, parsed by a library that was not written for strangers' files: it throws whatever it meets. */

/** The elements of OFX, of version 1 (SGML) and 2 (XML); null for anything else. */
export function ofxTree(text: string): unknown {
  try {
    // The library knows its own element in capitals alone, and lines by their feeds.
    return parseSync(text.replace(/<(\/?)ofx>/gi, '<$1OFX>').replaceAll(/\r\n?/g, '\n'))
  } catch {
    return null
  }
}
