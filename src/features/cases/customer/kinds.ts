import type { CaseNoun } from '~/contracts/case-ref'
import { paths } from '~/lib/paths'

interface CustomerKind {
  /** The list that its pages link back to. */
  list: { href: string; name: string }
  /** Link text on the linked case's page. */
  linkedAs: string
  /** End of the text after an online request. */
  advice: string
}

/** Cases as their customers see them. */
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
