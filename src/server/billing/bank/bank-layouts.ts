import type { DayOrder } from './read-day'
import type { DecimalSign } from './read-money'

/** Layouts whose column names do not say everything; column-names.ts and bank-words.ts read all others. */
export interface BankLayout {
  bank: string
  /** Where the layout was seen. */
  source: string
  /** Names in its header, by `normalName`. */
  header: readonly string[]
  dayOrder?: DayOrder
  decimal?: DecimalSign
  /** Set if the bank has accounts of one currency. */
  currency?: string
  /** Columns that mean something else than in other layouts. */
  columns?: Partial<Record<'day' | 'amount' | 'side' | 'currency' | 'reference', string>>
  /** The column of the row's kind, by name or place, and the kinds that are bookings. */
  rowKind?: { column: string | number; bookings: readonly string[] }
  /** Cells of its shortest rows, if fewer than names. */
  shortestRow?: number
  /** Positive amounts leave the account, as on card statements. */
  isReversed?: true
}

const names = (text: string) => text.trim().split(/\s+/)

export const bankLayouts: readonly BankLayout[] = [
  {
    bank: 'Swedbank, Estonia and Latvia',
    source: 'bank2ynab.conf [LV Swedbank]; ofxstatement-ee-swedbank',
    header: names('clientaccount rowtype date beneficiarypayer details amount currency debitcredit'),
    rowKind: { column: 'rowtype', bookings: ['20'] },
  },
  {
    bank: 'Swedbank, Lithuania',
    source: 'ofxstatement-lithuanian (swedbank.py); bank2ynab test_swedebank_statement',
    header: names('accountno date beneficiary details amount currency dk recordid'),
    rowKind: { column: 1, bookings: ['20'] },
    shortestRow: 12,
  },
  {
    bank: 'Swedbank, in Estonian',
    source: 'ofxstatement-ee-swedbank',
    header: names('kliendikonto reatuup kuupaev saajamaksja selgitus summa valuuta deebetkreedit'),
    rowKind: { column: 'reatuup', bookings: ['20'] },
  },
  {
    bank: 'Deutsche Bank, in English',
    source: 'bank2ynab.conf [DE Deutsche Bank]; Firefly III de/deutschebank',
    header: names('bookingdate valuedate transactiontype beneficiaryoriginator paymentdetails compensationamount'),
    dayOrder: 'mdy',
    decimal: '.',
  },
  {
    bank: 'Wise, history of transfers',
    source: 'bank2ynab.conf [Wise]; ofxstatement-transferwise',
    header: names('id status direction createdon finishedon targetamountafterfees targetcurrency'),
    columns: { amount: 'targetamountafterfees', currency: 'targetcurrency', side: 'direction' },
  },
  {
    bank: 'Wise, statement',
    source: 'tariochbctools (transferwise); archont00/ofxstatement-wise',
    header: names('transferwiseid date amount currency description paymentreference runningbalance'),
    dayOrder: 'dmy',
  },
  {
    bank: 'PayPal, activity',
    source: 'ofxstatement-paypal; beancount importers for PayPal',
    header: names('date time timezone name type status currency gross fee net'),
    columns: { amount: 'gross' },
  },
  {
    bank: 'PayPal, activity in German',
    source: 'RechnungsPilot (vorlagen/bank-csv/paypal.csv)',
    header: names('datum uhrzeit zeitzone name typ status wahrung brutto gebuhr netto'),
    columns: { amount: 'brutto' },
  },
  {
    bank: 'Revolut Business',
    source: 'ofxstatement-revolut; importers of beancount',
    header: names('datecompletedutc state paymentcurrency amount totalamount'),
    columns: { amount: 'amount', currency: 'paymentcurrency' },
  },
  {
    bank: 'John Lewis Partnership Card',
    source: 'bank2ynab.conf [UK John Lewis Partnership Card]',
    header: names('dateprocessed description amount'),
    currency: 'GBP',
    isReversed: true,
  },
  {
    bank: 'KBC, card',
    source: 'bank2ynab.conf [BE KBC credit]',
    header: names('kredietkaart kaarthouder uitgavenstaat datumverrichting datumverrekening bedrag munt koers'),
    columns: { day: 'datumverrekening' },
  },
  {
    bank: 'Rabobank',
    source: 'bank2ynab.conf [NL Rabobank-2018]',
    header: names('ibanbban munt bic volgnr datum rentedatum bedrag saldonatrn'),
    columns: { day: 'datum', currency: 'munt' },
    decimal: ',',
  },
  {
    bank: 'LHV',
    source: 'ofxstatement plugins for Estonian banks; importers of beancount',
    header: names('customeraccountno documentno date senderreceiveraccount senderreceivername amount currency'),
    columns: { day: 'date' },
    decimal: '.',
  },
]
