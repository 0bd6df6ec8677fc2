/** What prices and quotes say of VAT. */

/** Of products, repairs and estimates. @param charges the company charges VAT */
export const vatWords = (charges: boolean): string =>
  charges ? 'Prices include VAT.' : 'No VAT is charged: we are not registered for VAT.'

/** Of trade-ins: nothing comes on top for a seller who charges VAT. */
export const OFFER_VAT = 'The value is the whole amount, with any VAT in it.'
