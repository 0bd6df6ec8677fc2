/** A field that people neither see nor reach by keyboard: a value in it comes from a program. */
export const Honeypot = () => (
  <input name="website" tabIndex={-1} autoComplete="off" aria-hidden="true" data-1p-ignore="" data-lpignore="true" className="sr-only" />
)
