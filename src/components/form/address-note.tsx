import { addressDoubt } from '~/lib/postcode-doubt'

/** A note below a postal address: what documents cannot print of it, and a British postcode that is missing. It can be saved either way. */
export const AddressNote = ({ text }: { text: string }) => (
  <p role="status" className="text-sm text-warn-ink empty:hidden print:hidden">
    {addressDoubt(text)}
  </p>
)
