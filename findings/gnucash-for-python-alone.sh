#!/usr/bin/env bash
# python3-gnucash 4.13 (Debian 12): GnuCash’s library for Python without GnuCash
#
# Does: the package names no dependency on gnucash, though its module is linked with the libraries that only
# gnucash brings; `apt-get install python3-gnucash` succeeds, and `import gnucash` fails.
#
# Seen:
#   python3-gnucash depends on: libc6 libglib2.0-0 libpython3.11 python3 python3 python3
#   its module needs: libgnc-engine.so, which is in: gnucash
#
# Guess: a package of bindings brings what it binds to.
#
# Matters: a job that writes or checks books by Python fails on a fresh machine that installed without an error.
#
# Handled: The full tests take GnuCash for there only where both are (tests/setup/books-programs.ts,
# tests/api/books-in-programs.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
fetch() { apt-get download --quiet=2 python3-gnucash=1:4.13-1 gnucash=1:4.13-1 >/dev/null 2>&1; }
fetch || { apt-get update --quiet=2 >/dev/null && fetch; } || { echo 'This needs apt of Debian 12' >&2; exit 1; }

depends=$(dpkg-deb --field python3-gnucash_*.deb Depends | sed 's/ *([^)]*)//g; s/,//g; s/python3:any/python3/g')
echo "python3-gnucash depends on: $depends"
dpkg-deb --extract python3-gnucash_*.deb root
module=$(find root -name '_gnucash_core_c*.so' -print -quit)
own=$(dpkg-deb --contents python3-gnucash_*.deb)
other=$(dpkg-deb --contents gnucash_*.deb)
grep --quiet --text 'libgnc-engine\.so' "$module"
! grep --quiet 'libgnc-engine' <<<"$own"
grep --quiet 'libgnc-engine\.so' <<<"$other"
echo 'its module needs: libgnc-engine.so, which is in: gnucash'
if grep --quiet --word-regexp gnucash <<<"$depends"; then
  echo 'python3-gnucash names its dependency now' >&2
  exit 1
fi
