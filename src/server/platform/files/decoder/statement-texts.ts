import { Parser } from 'mt940js'
import { parseSync } from 'ofx-js'

/** Banks' statements as OFX and MT940, parsed by libraries that were not written for strangers' files: they throw whatever they meet. */

/** The elements of OFX, of version 1 (SGML) and 2 (XML); null for anything else. */
export function ofxTree(text: string): unknown {
  try {
    // The library knows its own element in capitals alone, and lines by their feeds.
    return parseSync(text.replace(/<(\/?)ofx>/gi, '<$1OFX>').replaceAll(/\r\n?/g, '\n'))
  } catch {
    return null
  }
}

/** The statements of MT940, whose balances fit their lines; null for anything else. */
export function mt940Statements(text: string): unknown {
  try {
    return new Parser().parse(text.replaceAll(/\r\n?/g, '\n'))
  } catch {
    return null
  }
}
