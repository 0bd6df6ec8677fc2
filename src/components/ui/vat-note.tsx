import { useContext } from 'react'
import { vatWords } from '~/lib/vat-words'
import { ChargesVat } from './charges-vat'

export function VatNote({ className }: { className?: string }) {
  const charges = useContext(ChargesVat)
  return charges === null ? null : <p className={className}>{vatWords(charges)}</p>
}
