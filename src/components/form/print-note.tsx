import { printDoubt } from '~/lib/printable'

/** Below a field whose text is printed on documents: asks for a Latin spelling of what they cannot print. */
export const PrintNote = ({ text }: { text: string }) => (
  <p role="status" className="text-sm text-warn-ink empty:hidden">
    {printDoubt(text)}
  </p>
)
