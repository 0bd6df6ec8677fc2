#!/usr/bin/env bash
# hledger 1.25 (Debian 12): amounts of CSV files with a comma
#
# Does: an amount with one comma and no point is one with a decimal comma: 1,300 and 0.50 make 1,800, which is
# one pound eighty.
#
# Seen:
#                 £1,800  assets:bank
#
# Guess: thousands: three digits follow the comma, and the other row has a point. Or an error.
#
# Matters: books that are a thousandth of what was sold, for round amounts alone.
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

printf 'date,text,amount\n2026-11-27,A,"1,300"\n2026-11-28,B,0.50\n' >bank.csv
seen=$(hledger bank.csv --rules-file bank.rules balance assets --no-total)
echo "$seen"
grep --quiet '£1,800 ' <<<"$seen" || { echo 'hledger reads 1,300 otherwise now' >&2; exit 1; }
