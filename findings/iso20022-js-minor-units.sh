#!/usr/bin/env bash
# iso20022.js 0.0.15: a reader of CAMT.053 statements
#
# Does: amounts come in minor units, by binary multiplication: 12.50 is 1250, but 0.29 is 28.999999999999996
# and 19.99 is 1998.9999999999998.
#
# Seen:
#   {
#     '12.50': 1250,
#     '0.29': 28.999999999999996,
#     '4.35': 434.99999999999994,
#     '19.99': 1998.9999999999998
#   }
#
# Guess: minor units are whole numbers: that is what they are for.
#
# Matters: a payment of 19.99 is not equal to an invoice of 1999 cents.
#
# Handled: The shop trusts no package with the days, signs, cents and texts of bank files
# (tests/api/bank-import.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts iso20022.js@0.0.15

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import { CashManagementEndOfDayReport } from 'iso20022.js'

const entry = (amount, more = '') =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd>${more}<Sts>BOOK</Sts><BookgDt><Dt>2026-11-27</Dt></BookgDt><BkTxCd><Domn><Cd>PMNT</Cd></Domn></BkTxCd></Ntry>`
const statement = (entries) =>
  `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-11-27T20:00:00Z</CreDtTm></GrpHdr><Stmt><Id>S1</Id><CreDtTm>2026-11-27T20:00:00Z</CreDtTm><Acct><Id><IBAN>GB29NWBK60161331926819</IBAN></Id><Ccy>EUR</Ccy><Svcr><FinInstnId><BIC>NWBKGB2L</BIC></FinInstnId></Svcr></Acct><Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-27</Dt></Dt></Bal>${entries}</Stmt></BkToCstmrStmt></Document>`

const amounts = ['12.50', '0.29', '4.35', '19.99']
const { entries } = CashManagementEndOfDayReport.fromXML(statement(amounts.map((amount) => entry(amount)).join('')))
const seen = Object.fromEntries(entries.map(({ amount }, index) => [amounts[index], amount]))
console.log(seen)
assert.equal(seen['12.50'], 1250)
assert.deepEqual(
  ['0.29', '4.35', '19.99'].map((amount) => Number.isInteger(seen[amount])),
  [false, false, false],
  'iso20022.js gives whole minor units now',
)
EOF
node run.mjs
