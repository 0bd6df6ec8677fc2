import { records, type Noun } from '~/contracts/records'

/** The list of a noun in the back office. Apart from the other paths, which public pages load. */
export const listOf = (noun: Noun) => `/admin/${records[noun].route}` as const
