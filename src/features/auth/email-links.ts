import type { FragmentToken } from '~/components/ui/use-fragment-token'

/** What an email's link to /auth can ask for. */
export const emailLinks = ['verify', 'reset', 'claim'] as const
export type EmailLink = FragmentToken<(typeof emailLinks)[number]>
