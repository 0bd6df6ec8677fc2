/** The LIKE pattern of a literal substring: `%`, `_` and `\` stand for themselves (spec §5 Text search). */
export const substringPattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
