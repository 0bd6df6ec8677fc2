/** How long a customer can take back that they have accepted an estimate or an offer, unless the work has begun (minutes). */
export const TAKE_BACK_MINUTES = 10

/** Says who pays where a machine goes back without a repair or a trade-in. */
export const RETURN_PAID_BY_US = 'We pay for sending it back.'
