/** For products, repairs and estimates. @param charges the company charges VAT */
export const vatWords = (charges: boolean): string =>
  charges ? 'Prices include VAT.' : 'No VAT is charged: we are not registered for VAT.'

/** For trade-ins: a customer who charges VAT gets nothing on top. */
export const OFFER_VAT = 'The value is the whole amount, with any VAT in it.'
