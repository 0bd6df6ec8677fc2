#!/usr/bin/env bash
# gcal 4.1 (Debian 12): holidays of England in a year in which Christmas is at a weekend
#
# Does: Christmas Day of 2027, a Saturday, is on Monday the 27th, and Boxing Day on the 28th; the 25th and
# the 26th are no holidays.
#
# Seen:
#   Christmas Day (GB_EN)                    + Mon,  Dec:27th:2027
#   Boxing Day (GB_EN)                       + Tue,  Dec:28th:2027
#
# Guess: the days themselves, and a substitute for each by that name, as GOV.UK has them.
#
# Matters: what asks whether the 25th is a holiday is told no, in two years of seven.
#
# Handled: Weekends are no days of work, whatever day they are, and substitutes are reckoned
# (tests/unit/business-days.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
fetch() { apt-get download --quiet=2 gcal=4.1-3.1 gcal-common=4.1-3.1 libtinfo6 >/dev/null 2>&1; }
fetch || { apt-get update --quiet=2 >/dev/null && fetch; } || { echo 'This needs apt of Debian 12' >&2; exit 1; }
for package in *.deb; do dpkg-deb --extract "$package" root; done
export LD_LIBRARY_PATH="$folder/root/lib/x86_64-linux-gnu:$folder/root/usr/lib/x86_64-linux-gnu"
export LC_ALL=C HOME="$folder"

seen=$(root/usr/bin/gcal --cc-holidays=GB_EN --holiday-list --suppress-calendar 2027 | grep --extended-regexp 'Christmas Day|Boxing Day|Dec:2[56]')
echo "$seen"
[ "$(wc --lines <<<"$seen")" = 2 ] && grep --quiet 'Christmas Day.*Dec:27th' <<<"$seen" && grep --quiet 'Boxing Day.*Dec:28th' <<<"$seen" ||
  { echo 'gcal knows other days of Christmas now' >&2; exit 1; }
