import type { CaseNoun } from '~/contracts/case-ref'
import { paths } from '~/lib/paths'

interface CustomerKind {
  /** The list in an account to which its pages lead back. */
  list: { href: string; name: string }
  /** Names it on the page of the case that it is linked with. */
  linkedAs: string
  /** Ends the words after a request online. */
  advice: string
}

/** The kinds of case as their customers see them. */
export const customerKinds: Record<CaseNoun, CustomerKind> = {
  repairs: {
    list: { href: `${paths.account}/repairs`, name: 'Your repairs' },
    linkedAs: 'Was repair',
    advice: 'We begin only when you have accepted our estimate.',
  },
  tradeIns: {
    list: { href: `${paths.account}/trade-ins`, name: 'Your trade-ins' },
    linkedAs: 'Now trade-in',
    advice: 'Insure the parcel, and keep its tracking number.',
  },
}
