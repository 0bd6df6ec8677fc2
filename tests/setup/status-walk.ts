/** A way through the statuses on which each is followed once by itself and once by each of the others: half as long as pair after pair. */
export const walkThrough = <Status>(statuses: readonly Status[]): Status[] =>
  statuses.flatMap((one, place) => [one, one, ...statuses.slice(place + 1).flatMap((other) => [other, one])])
