/** A status or a role as people read it: 'pending' → 'Pending'. */
export const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
