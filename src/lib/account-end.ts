import { KEPT, type AccountEnd, type AccountMoney } from '~/contracts/identity/own-data'
import { keysOf } from '~/contracts/keys'
import { formatEuro } from './money'

const DAYS_OF_YEAR = 365
const durationText = (days: number) => (days < DAYS_OF_YEAR ? `${days} days` : `${Math.floor(days / DAYS_OF_YEAR)} years`)

export const keptSentences = ({ auditDays, isStaff }: Pick<AccountEnd, 'auditDays' | 'isStaff'>): string[] =>
  keysOf(KEPT)
    .filter((reason) => reason !== 'staff' || isStaff)
    .map((reason) => {
      const { what, why } = KEPT[reason]
      return `${what}${reason === 'log' ? `, for ${durationText(auditDays)}` : ''}. Why: ${why}.`
    })

type Ending = AccountMoney & Pick<AccountEnd, 'owedOn' | 'stillHere'>

export function endSentences({ owed, onAccount, credit, pending, owedOn, stillHere }: Ending): string[] {
  return [
    owed > 0 && `${debt(owed, owedOn)} You still owe it when the account is gone, and we may write to the address on the invoice.`,
    onAccount > 0 &&
      `${formatEuro(onAccount)} that you paid is on account and pays no invoice. Ask us for it before you delete the account: afterwards we can only send it back the way it came, and only if you can name the payment.`,
    credit > 0 &&
      `You have ${formatEuro(credit)} of store credit. It belongs to this account: nobody can spend it once the account is gone, not even from a new account.`,
    pending > 0 && `${formatEuro(pending)} of store credit waits for an approval. It is lost with the account too.`,
    stillHere.length > 0 &&
      `Your machine of ${stillHere.join(', ')} is done. If it is still with us, collect it or have it sent first: without your account we do not know where it belongs.`,
  ].filter((sentence) => sentence !== false)
}

export function endedSentences({ owed, onAccount, credit, pending, owedOn, stillHere }: Ending): string[] {
  return [
    owed > 0 && `${debt(owed, owedOn)} You still owe it, and we may write to the address on the invoice.`,
    onAccount > 0 &&
      `${formatEuro(onAccount)} that you paid was on account and pays no invoice. Please write to us and name the payment: we send it back the way it came.`,
    credit > 0 && `${formatEuro(credit)} of store credit ended with the account. Nobody can spend it.`,
    pending > 0 && `${formatEuro(pending)} of store credit that waited for an approval ended with the account.`,
    stillHere.length > 0 &&
      `Your machine of ${stillHere.join(', ')} is done. If it is still with us, please write to us with this number to get it back.`,
  ].filter((sentence) => sentence !== false)
}

const debt = (owed: number, numbers: readonly string[]) =>
  `You owe ${formatEuro(owed)}${numbers.length > 0 ? ` on ${numbers.join(', ')}` : ''}.`
