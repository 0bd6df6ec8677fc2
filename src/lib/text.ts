/** A status or a role as people read it: 'pending' → 'Pending'. */
export const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** The first 8 characters of an id, to tell rows apart by (spec §2 User Management). */
export const shortId = (id: string) => id.slice(0, 8)
