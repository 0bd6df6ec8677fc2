#!/usr/bin/env bash
# ledger 3.3.0 (Debian 12): `convert` of a bank’s CSV file
#
# Does: the amount goes to the other side. With `--account Assets:Bank` a payment of 7.00 that came in is
# taken out of Assets:Bank and added to Expenses:Unknown, unless `--invert` is said.
#
# Seen:
#   2026/11/28 * Ada Byron
#       Expenses:Unknown                               7
#       Assets:Bank
#
#   with --invert:
#   2026/11/28 * Ada Byron
#       Expenses:Unknown                              -7
#       Assets:Bank
#
# Guess: the file and the account are the bank’s, so the amount is what the account changes by.
#
# Matters: the balance of the bank is the right figure with the wrong sign, and every entry balances.
#
# Handled: What comes in is more money, by the sign and by the words of the bank’s file
# (tests/unit/bank-files.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
fetch() {
  apt-get download --quiet=2 ledger=3.3.0-3 libboost-filesystem1.74.0 libboost-iostreams1.74.0 libboost-python1.74.0 libboost-regex1.74.0 \
    libmpfr6 libgmp10 libicu72 libpython3.11 libbz2-1.0 libexpat1 liblzma5 libzstd1 zlib1g libstdc++6 libgcc-s1 >/dev/null 2>&1
}
fetch || { apt-get update --quiet=2 >/dev/null && fetch; } || { echo 'This needs apt of Debian 12' >&2; exit 1; }
for package in *.deb; do dpkg-deb --extract "$package" root; done
export LD_LIBRARY_PATH="$folder/root/usr/lib/x86_64-linux-gnu:$folder/root/lib/x86_64-linux-gnu:$folder/root/usr/lib/ledger"
export LC_ALL=C.UTF-8

printf 'date,payee,amount\n2026-11-28,Ada Byron,7.00\n' >bank.csv
convert() { root/usr/bin/ledger --args-only --file /dev/null convert bank.csv --input-date-format %Y-%m-%d --account Assets:Bank "$@"; }
seen=$(convert)
turned=$(convert --invert)
printf '%s\n\nwith --invert:\n%s\n' "$seen" "$turned"
grep --quiet --extended-regexp 'Expenses:Unknown +7$' <<<"$seen" && grep --quiet --extended-regexp 'Expenses:Unknown +-7$' <<<"$turned" ||
  { echo 'ledger converts otherwise now' >&2; exit 1; }
