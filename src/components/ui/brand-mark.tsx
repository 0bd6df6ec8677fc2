/** The company's mark: a machine seen from its corner, in amber. Decoration beside the company's name. */
export function BrandMark({ className = 'size-8' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <path className="fill-accent" d="M16 1.5 28.6 8.75v14.5L16 30.5 3.4 23.25V8.75z" />
      <g className="stroke-on-accent" fill="none" strokeLinecap="round" strokeLinejoin="round">
        <path strokeWidth="2.2" d="m4.6 9.5 11.4 6.6 11.4-6.6M16 16.1v13" />
        <path strokeWidth="1.8" d="m19.6 19.2 4.8-2.8m-4.8 6.4 4.8-2.8" />
        <ellipse cx="10.1" cy="19.4" rx="2.6" ry="3.6" transform="rotate(-24 10.1 19.4)" strokeWidth="1.8" />
      </g>
    </svg>
  )
}
