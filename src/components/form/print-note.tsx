import { printDoubt } from '~/lib/printable'

/** A note below a field that documents print: asks for a Latin spelling of characters that they cannot print. */
export const PrintNote = ({ text }: { text: string }) => (
  <p role="status" className="text-sm text-warn-ink empty:hidden">
    {printDoubt(text)}
  </p>
)
