import { printDoubt } from '~/lib/printable'

export const PrintNote = ({ text }: { text: string }) => (
  <p role="status" className="text-sm text-warn-ink empty:hidden">
    {printDoubt(text)}
  </p>
)
