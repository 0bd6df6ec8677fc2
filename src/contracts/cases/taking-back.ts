/** Minutes in which a customer can take back an acceptance, unless work has begun. */
export const TAKE_BACK_MINUTES = 10

/** Who pays the return of an unrepaired machine. */
export const RETURN_PAID_BY_US = 'We pay for sending it back.'
