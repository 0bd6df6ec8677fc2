/** The first 8 characters of an id, to tell rows apart by (spec §2 User Management). */
export const shortId = (id: string) => id.slice(0, 8)
