#!/usr/bin/env bash
# iso20022.js 0.0.15: a reader of CAMT.053 statements
#
# Does: an entry with `<RvslInd>true</RvslInd>` has `reversal: false`.
#
# Seen:
#   { reversal: [ false, false ] }
#
# Guess: `reversal: true`: the field is there for it.
#
# Matters: a refund that comes back would be taken for a customer’s payment.
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

const { entries } = CashManagementEndOfDayReport.fromXML(statement(entry('5.00', '<RvslInd>true</RvslInd>') + entry('5.00')))
const seen = entries.map(({ reversal }) => reversal)
console.log({ reversal: seen })
assert.deepEqual(seen, [false, false], 'iso20022.js reads RvslInd now')
EOF
node run.mjs
