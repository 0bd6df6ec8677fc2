/** `%`, `_` and `\` stand for themselves in a LIKE pattern. */
export const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** The LIKE pattern of a literal substring: `%`, `_` and `\` stand for themselves (requirements §5 Text search). */
export const substringPattern = (text: string): string => `%${literal(text)}%`
