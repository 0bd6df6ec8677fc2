/** A field that no person sees and no keyboard reaches: what fills it in is a program. */
export const Honeypot = () => (
  <input name="website" tabIndex={-1} autoComplete="off" aria-hidden="true" data-1p-ignore="" data-lpignore="true" className="sr-only" />
)
