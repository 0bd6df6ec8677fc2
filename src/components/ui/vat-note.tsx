import { createContext, useContext } from 'react'
import { vatWords } from '~/lib/vat-words'

/** True where the company charges VAT; null where a screen stands on its own. The frame of public pages says it, from the settings. */
export const ChargesVat = createContext<boolean | null>(null)

/** What the prices beside it say of VAT. */
export function VatNote({ className }: { className?: string }) {
  const charges = useContext(ChargesVat)
  return charges === null ? null : <p className={className}>{vatWords(charges)}</p>
}
