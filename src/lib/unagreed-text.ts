import type { Unagreed } from '~/contracts/credit/agreed-value'
import { formatEuro } from './money'

/** Why a final value is not agreed: 'The customer disagrees with our offer of €180.00 of store credit'. */
export function unagreedText({ why, total }: Unagreed): string {
  const offer = `our offer of ${formatEuro(total)} of store credit`
  switch (why) {
    case 'sent':
      return `The customer has not answered ${offer}`
    case 'expired':
      return `The customer has not answered ${offer}, and it has ended`
    case 'declined':
      return `The customer has declined ${offer}`
    case 'disputed':
      return `The customer disagrees with ${offer}`
    case 'other_customer':
      return `${offer.replace('our', 'Our')} was made to an earlier customer of this trade-in`
  }
}
