const numbers = new Intl.NumberFormat('en-GB')

/** A number of things: 2000 → '2,000'. */
export const formatCount = (count: number) => numbers.format(count)
