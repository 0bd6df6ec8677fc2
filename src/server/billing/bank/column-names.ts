import { lettersOf } from './bank-words'

/**
 * Column names of banks' CSV files by content and language, as `normalName` writes them; the first of a list that a file has counts. Seen
 * in bank2ynab (bank2ynab.conf, test/test-data), the import configurations of Firefly III, plugins of ofxstatement, rules of hledger
 * (examples/csv/banking) and importers for beancount; tests/cases/bank names the source of each layout.
 */
const list = (names: string): readonly string[] => names.trim().split(/\s+/)

/** Booking days come first, value days last. The day on which a payment was initiated is not one. */
export const dayNames = list(`
  completeddate datecompleted datecompletedutc settlementdate settlementdateutc settledate finishedon
  postedtransactionsdate postingdate posteddate postdate dateposted bookingdate bookeddate dateprocessed processeddate
  buchungstag buchungsdatum buchung belegdatum abschlussdatum transaktionsdatum
  boekingsdatum boekdatum uitvoeringsdatum transactiedatum datumverrekening datumverrichting
  dateop dateoperation datedoperation datedexecution datedeloperation datedecomptabilisation datecomptable dateecriture
  dataregistrazione datacontabile dataoperazione datacontabilizzazione
  fechacontable fechaoperacion fechadeoperacion foperacion dataoperacao datamovimento datamov datalancamento
  dataksiegowania dataoperacji datatransakcji datumzauctovani datumprovedeni datumuctovania tranzakciodatuma konyvelesdatuma
  kirjauspaiva bokforingsdag bokforingsdatum bokfdag bokfort bokfortdato bogfort bogforingsdato
  transactiondate transactiondatetime date dateutc datetime datum data fecha dato paiva pvm kuupaev datums paivamaara
  time created createdat createdutc
  transdag valutadag fvalor
  valuedate entrydate valutadatum wertstellung wertstellungvaluta wertstellungsdatum wert datedevaleur datevaleur datadellavaluta datavaluta fechavalor
  arvopaiva valutadato valuta`)

/** Amounts in the account's currency come before those of a purchase. */
export const amountNames = list(`
  kwotawwalucierachunku zauctovanacastka
  amount totalamount totalamountinclvat value transactionamount netamount gross amountposted postedamount
  betrag umsatz buchungsbetrag bedrag montant montantoperation montantoperationen montantdeloperation
  transactiebedrag importo importe monto valor quantia kwota kwotaoperacji castka suma
  belop belopp belob maara summa osszeg tranzakcioosszege znesek`)

export const paidInNames = list(`
  paidin moneyin credit creditamount credits in deposit deposits receipts creditnetamount amountin inflow creditvalue
  haben gutschrift gutschriften bij entrate entrata avere accrediti accredito abono abonos ingreso ingresos haber
  credito creditos kredit kreedit inn innpakonto innskudd indbetaling insattning pano tulot uznania uznanie prijem`)

export const paidOutNames = list(`
  paidout moneyout debit debitamount debits out withdrawal withdrawals payments debitnetamount amountout outflow debitvalue
  soll belastung belastungen lastschrift lastschriften af uscite uscita dare addebiti addebito cargo cargos gasto gastos debe
  debito debitos debet deebet ut utfrakonto uttak udbetaling uttag otto menot obciazenia obciazenie vydaj`)

/** The account's currency, never that of an original amount. */
export const currencyNames = list(`
  paymentcurrency postedcurrency walletcurrency accountcurrency currency currencycode transactioncurrency ccy
  waehrung wahrung whrung buchungswahrung kontowahrung munt muntsoort valutacode munteenheid valutarekening devies
  devise devisedemouvement deviseducompte divisa moneda moeda waluta walutarachunku menauctu mena
  valuutta valuuta valiuta devizanem tranzakciodevizaneme valuta`)

export const sideNames = list(`
  debitcredit creditdebit debitcreditdc creditdebet debetcredit debetkredit debitkredit deebetkreedit deebetkreeditdc dk dc cd drcr crdr
  creditdebitindicator debitcreditindicator afbij bijaf sollhaben sh direction sens balanceimpact auswirkungaufguthaben side inout inflowoutflow
  umsatztyp bevetelkiadas typederoperation sentido`)

export const stateNames = list(`
  state status transactionstatus paymentstatus info buchungsstatus zustand stato statut estado stav tila stan allapot`)

export const referenceNames = list(`
  reference paymentreference transactionreference customerreference yourreference ref invoicenumber rechnungsnummer
  verwendungszweck paymentdetails mededeling mededelingen vrijemededeling gestructureerdemededeling communication
  viite viesti tytul zpravaproprijemce messageforpayee`)

export const textNames = new Set(
  list(`
  description transactiondescription details transactiondetails narrative memo payer payername name counterparty counterpartyname merchant
  type notes remittanceinformation auftraggeber
  ${referenceNames.join(' ')}
  beneficiarypayer beneficiary payee sourcename namedescription particulars message subject text label
  notification notifications remark payeename note
  beneficiaryoriginator beneficiaryname sendername senderreceivername senderreceivername originator
  originaldescription partnername buchungsinfo
  hinweis betreff artikelbezeichnung buchungstext empfanger zahlungspflichtige zahlungspflichtiger zahlungspflichtiger zahlungsempfangerin beguenstigterzahlungspflichtiger
  begunstigterauftraggeber auftraggeberbegunstigter auftraggeberempfanger auftraggeberzahlungsempfanger empfangerzahlungspflichtiger
  namezahlungsbeteiligter vorgangverwendungszweck kundenreferenz kundenreferenzendtoend transaktionsbeschreibung beschreibung
  naamomschrijving naam naamtegenpartij naamtegenpartijbevat naamvandetegenpartij tegenpartij tegenpartijvandeverrichting tegenrekeninghouder
  omschrijving betalingskenmerk transactiereferentie referentie detailvandeomzet bericht transactie handelaar toelichting
  transaction communications nomcontrepartiecontient contrepartie detailsdumouvement libelles beskrivelse avisierungstext
  libelle libellecourt libelleoperation libellesimplifie informationscomplementaires detaildelecriture nomdelacontrepartie
  descrizione descrizionecompleta causale descrizioneoperazione
  concepto movimiento observaciones descripcion beneficiario descricao
  opisoperacji opistransakcji nadawcaodbiorca szczegolytransakcji nazevprotiuctu poznamka zprava partnerneve kozlemeny
  tekst forklaring selitys saajamaksaja nimi otsikko maksaja maksunsaaja namn rubrik meddelande avsandare mottagare transaktion
  selgitus saajamaksjanimi`),
)

export const accountNames = list(`
  clientaccount accountno customeraccountno postedaccount account accountnumber auftragskonto ibanauftragskonto rekening rekeningnummer
  ibanbban kliendikonto`)

export const balanceNames = list(`
  balance runningbalance accountbalance resultingbalance saldo saldonachbuchung saldonatrn kontostand solde soldeapresoperation jaak egyenleg
  zostatok zustatek saldoposhemelse saldopooperacji`)

/** Columns of a booking's kind; a purchase with an unsigned amount shows that the file does not mark sides. */
export const kindNames = new Set(
  list('type transactiontype bookingtype umsatzart vorgang mutatiesoort code category subcategory typederoperation'),
)

/** Letters alone without diacritics, so that 'Währung' and 'Date completed (UTC)' become plain names. */
export const normalName = (cell: string): string => lettersOf(cell.slice(0, 200)).replaceAll(/[^a-z]/g, '')
