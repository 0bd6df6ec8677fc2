import { addressDoubt } from '~/lib/postcode-doubt'

export const AddressNote = ({ text }: { text: string }) => (
  <p role="status" className="text-sm text-warn-ink empty:hidden print:hidden">
    {addressDoubt(text)}
  </p>
)
