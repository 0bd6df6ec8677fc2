const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

const LETTERS: Record<string, string> = { ß: 'ss', ø: 'o', ł: 'l', æ: 'ae', œ: 'oe', đ: 'd', ı: 'i' }

export const lettersOf = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}]/gu, '')
    .replaceAll(/[ßøłæœđı]/g, (letter) => LETTERS[letter] ?? letter)

/** The letters of a cell; a single sign stays. */
export const normalWord = (cell: string): string => {
  const text = cell.slice(0, 80).trim()
  return text === '+' || text === '-' ? text : lettersOf(text)
}

/** `K` is kreedit, kreditas and kredīts; `H` and `S` are Haben and Soll. */
const incoming = words(`
  + credit cr c k h kredit kreedit kreditas haben bij in inflow incoming income eingang entrata avere haber abono credito
  received moneyin paidin bevetel inn inngaende`)
const outgoing = words(`
  - debit dr d s debet deebet debetas soll af out outflow outgoing expense ausgang uscita dare debe cargo debito
  sent moneyout paidout kiadas ut`)
/** Transfers between the owner's accounts, or no movement. */
const neutral = words('neutral memo')

/** Longer cells are free text. */
const LONGEST_WORD = 40

export type Side = 'in' | 'out' | 'neutral'
export function sideOf(cell: string): Side | null {
  if (cell === '' || cell.length > LONGEST_WORD) return null
  const word = normalWord(cell)
  return incoming.has(word) ? 'in' : outgoing.has(word) ? 'out' : neutral.has(word) ? 'neutral' : null
}

const booked = words(`
  completed complete settled booked posted cleared executed processed paid done success successful accepted finished sent funded
  abgeschlossen gebucht umsatzgebucht verbucht ausgefuhrt uitgevoerd geaccepteerd verwerkt geboekt
  execute effectue comptabilise accepte reglee eseguito contabilizzato effettuato ejecutado realizado contabilizado
  kirjattu toteutunut bokford bokfort bogfort utfort udfort gennemfort zauctovano zuctovane zrealizowana zaksiegowana konyvelt teljesult`)
const pending = words(`
  pending authorised authorized authorisation processing inprogress scheduled created incoming waiting onhold held reserved unsettled
  ausstehend vorgemerkt umsatzvorgemerkt nochnichtabgerechnet vormerkung gereserveerd inbehandeling
  enattente encours avenir inattesa noncontabilizzato autorizzato pendiente retenido varaus odottaa venter afventer reserverad reservert reserveret
  cekajici nezauctovano oczekujaca fuggoben`)
const undone = words(`
  reverted declined failed cancelled canceled refused rejected returned reversed expired voided void denied removed
  storniert zuruckgebucht zuruckgezahlt abgelehnt zuruckgewiesen geweigerd geannuleerd refuse rejete annule annulee rifiutato annullato stornato
  rechazado anulado cancelado hylatty avvisad avvist makulerad odmietnuta zamitnuto odrzucona visszautasitva
  charged_back chargeback`)

type RowState = 'booked' | 'pending' | 'undone'
export function rowStateOf(cell: string): RowState | null {
  if (cell === '' || cell.length > LONGEST_WORD) return null
  const word = normalWord(cell)
  return booked.has(word) ? 'booked' : pending.has(word) ? 'pending' : undone.has(word) ? 'undone' : null
}

const balances = [
  ...words(`
  balance openingbalance closingbalance balanceforward balancebroughtforward balancecarriedforward broughtforward carriedforward
  oldbalance newbalance accountbalance startingbalance endingbalance previousbalance currentbalance availablebalance statementbalance
  initialbalance finalbalance ledgerbalance turnover total totals grandtotal subtotal sum
  totaldebits totalcredits totaldebit totalcredit totaldebitscredits
  saldo anfangssaldo endsaldo alterkontostand neuerkontostand kontostand alterssaldo summe gesamt gesamtsumme umsatzsumme
  beginsaldo eindsaldo laatstesaldo openingssaldo totaal solde ancien nouveausolde anciensolde soldeinitial soldefinal
  saldoiniziale saldofinale totale saldoinicial saldofinal sumatotal alkusaldo loppusaldo ingaendesaldo utgaendesaldo inngaendesaldo
  algsaldo loppsaldo kaive pradinislikutis galutinislikutis likutis apyvarta sakumaatlikums beiguatlikums
  pocatecnizustatek konecnyzustatek saldopoczatkowe saldokoncowe nyitoegyenleg zaroegyenleg`),
]
const balanceWords = new Set(balances)

const LONGEST_BALANCE = 60
/** True for the whole text of a balance or total row. */
export const isBalance = (text: string): boolean =>
  text !== '' && text.length <= LONGEST_BALANCE && !/\d/.test(text) && balanceWords.has(normalWord(text))
/** True for a beginning such as 'Solde au 3 avril'; for rows without a day. */
export const beginsAsBalance = (text: string): boolean => {
  const word = normalWord(text)
  return (
    word.length >= 3 && balances.some((balance) => balance.length >= 5 && word.startsWith(balance) && word.length <= balance.length + 20)
  )
}

/** Kinds of outgoing bookings: unsigned amounts beside them show that the file does not mark sides. */
export const TAKES_MONEY =
  /withdraw|debit|purchase|payment to|card|fee|charge|direct deb|standing order|lastschrift|belastung|abhebung|kartenzahlung|aankoop|incasso|achat|retrait|pr[eé]l[eè]vement|addebito|prelievo|cargo|compra/i

/** Beginnings of outgoing texts, and of payments to a card, which have the opposite sign on its statement. */
export const LEAVES =
  /^(?:transfer to|payment to|paid to|card payment|direct debit|standing order|cash withdrawal|atm)\b|\b(?:withdrawal|purchase)\b/i
export const PAYS_A_CARD = /payment received|payment - thank you|zahlung erhalten|betaling ontvangen|paiement re[cç]u/i

const CODES = new Set(
  'AED ARS AUD BAM BGN BRL CAD CHF CLP CNY COP CZK DKK EUR GBP GEL HKD HRK HUF IDR ILS INR ISK JPY KRW KZT MAD MXN MYR NGN NOK NZD PHP PKR PLN QAR RON RSD RUB SAR SEK SGD THB TND TRY TWD UAH USD VND ZAR BTC USDC USDT ETH'.split(
    ' ',
  ),
)
const SIGNS: Record<string, string> = {
  '€': 'EUR',
  EURO: 'EUR',
  EUROS: 'EUR',
  EUROA: 'EUR',
  '978': 'EUR',
  '£': 'GBP',
  STG: 'GBP',
  $: 'USD',
  US$: 'USD',
  KČ: 'CZK',
  // Crowns of any country; only the difference from euros matters.
  KR: 'SEK',
  ZŁ: 'PLN',
  FT: 'HUF',
  'FR.': 'CHF',
  SFR: 'CHF',
}

/** The code of 'EUR', '€', 'Euro' or '978'; null for anything else. */
export function currencyOf(cell: string): string | null {
  const text = cell.trim().slice(0, 12).toUpperCase()
  return CODES.has(text) ? text : (SIGNS[text] ?? null)
}

/** Splits a column name such as 'Amount (EUR)', 'Betrag in €' or 'Débit euros'. */
export function currencyInName(name: string): { currency: string | null; rest: string } {
  const found = name
    .slice(0, 200)
    .split(/[\s()[\]/,_]+/)
    .find((part) => currencyOf(part) !== null && (part === part.toUpperCase() || /^euro/i.test(part)))
  if (found === undefined) return { currency: null, rest: name }
  const rest = name
    .slice(0, 200)
    .replace(found, ' ')
    .replace(/\b(?:in|en)\s*$/i, ' ')
  return { currency: currencyOf(found), rest }
}
