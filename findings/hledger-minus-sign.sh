#!/usr/bin/env bash
# hledger 1.25 (Debian 12): the minus sign U+2212 in CSV files
#
# Does: the sign becomes a part of the currency: five of another currency, called £−, are paid in, and the
# balance has two lines.
#
# Seen:
#                 £10.00
#                 £−5.00  assets:bank
#
# Guess: minus five, or an error.
#
# Matters: money out that a bank’s web page wrote with this sign is money in, of a currency that nobody has.
#
# Handled: Amounts of the shop’s files have a point and two decimals and nothing between their digits, and
# words stand in quotation marks (tests/api/export.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
fetch() { apt-get download --quiet=2 hledger=1.25-2+b5 libgmp10 libffi8 libtinfo6 >/dev/null 2>&1; }
fetch || { apt-get update --quiet=2 >/dev/null && fetch; } || { echo 'This needs apt of Debian 12' >&2; exit 1; }
for package in *.deb; do dpkg-deb --extract "$package" root; done
export LD_LIBRARY_PATH="$folder/root/usr/lib/x86_64-linux-gnu"
export LC_ALL=C.UTF-8

hledger() { root/usr/bin/hledger --file "$@"; }
printf 'skip 1\nfields date,description,amount\ncurrency £\naccount1 assets:bank\n' >bank.rules

printf 'date,text,amount\n2026-11-27,A,10.00\n2026-11-28,B,\xe2\x88\x925.00\n' >bank.csv
seen=$(hledger bank.csv --rules-file bank.rules balance assets --no-total)
echo "$seen"
[ "$(grep --count '£' <<<"$seen")" = 2 ] && grep --quiet '£10.00' <<<"$seen" || { echo 'hledger reads U+2212 otherwise now' >&2; exit 1; }
