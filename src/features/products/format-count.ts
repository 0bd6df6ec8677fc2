/** A number of things: 2000 → '2,000'. */
export const formatCount = (count: number) => count.toLocaleString('en-GB')
