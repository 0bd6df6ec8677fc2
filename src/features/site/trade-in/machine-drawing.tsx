/** Line drawings on a field of 120 by 80, by what a category's name says. */
const drawings = [
  {
    // An open frame with four cards over a board.
    names: /gpu|rig/i,
    outline:
      'M8 12h104v58H8zM8 58h104M22 18h12v34H22zM46 18h12v34H46zM70 18h12v34H70zM94 18h8v34h-8M28 27a3 3 0 1 0 .01 0M28 39a3 3 0 1 0 .01 0M52 27a3 3 0 1 0 .01 0M52 39a3 3 0 1 0 .01 0M76 27a3 3 0 1 0 .01 0M76 39a3 3 0 1 0 .01 0M22 64h30M62 64h12M8 70v4M112 70v4',
  },
  {
    // The fan face and the long side of a miner.
    names: /asic|miner/i,
    outline:
      'M10 24h30v50H10zM40 24l12-14h58v46l-12 18H40M98 74V24l12-14M10 24 22 10h30M98 24H40M25 36.5m-9.5 0a9.5 9.5 0 1 0 19 0 9.5 9.5 0 1 0-19 0M25 36.5m-2.5 0a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0M25 61.5m-9.5 0a9.5 9.5 0 1 0 19 0 9.5 9.5 0 1 0-19 0M25 61.5m-2.5 0a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0M50 36h38M50 43h38M50 50h38M50 57h38M50 64h38',
  },
] as const

/** A chip, for whatever else is traded in. */
const anything =
  'M38 18h44v44H38zM50 30h20v20H50zM46 18v-8M60 18v-8M74 18v-8M46 62v8M60 62v8M74 62v8M38 26h-8M38 40h-8M38 54h-8M82 26h8M82 40h8M82 54h8'

/** A drawing of the kind of machine; decoration beside its name. */
export function MachineDrawing({ category, className }: { category: string; className?: string }) {
  const outline = drawings.find(({ names }) => names.test(category))?.outline ?? anything
  return (
    <svg
      viewBox="0 0 120 80"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinejoin="round"
      aria-hidden="true"
      className={className}
    >
      <path d={outline} />
    </svg>
  )
}
