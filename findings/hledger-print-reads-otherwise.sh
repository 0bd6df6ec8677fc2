#!/usr/bin/env bash
# hledger 1.25 (Debian 12): `print` of a CSV file, read again
#
# Does: descriptions are printed as they are in the file, though a semicolon begins a comment there, brackets
# hold a code, and a star is a status: read again they are other ones.
#
# Seen:
#   "","Refund; order 5"
#   "","(R12) Smith"
#   "","* Bonus"
#   --
#   "","Refund"
#   "R12","Smith"
#   "","Bonus"
#
# Guess: `print` writes a journal that means the same as what was read.
#
# Matters: what was imported and printed does not match the bank’s file any more, and is imported twice.
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

printf 'date,text,amount\n2026-11-27,Refund; order 5,5\n2026-11-27,(R12) Smith,5\n2026-11-27,* Bonus,5\n' >bank.csv
descriptions() { hledger "$@" register assets --output-format csv | cut --delimiter , --fields 3,4 | tail --lines +2; }
first=$(descriptions bank.csv --rules-file bank.rules)
hledger bank.csv --rules-file bank.rules print >bank.journal
second=$(descriptions bank.journal)
printf '%s\n--\n%s\n' "$first" "$second"
[ "$first" = '"","Refund; order 5"
"","(R12) Smith"
"","* Bonus"' ] && [ "$second" = '"","Refund"
"R12","Smith"
"","Bonus"' ] || { echo 'hledger prints descriptions otherwise now' >&2; exit 1; }
