#!/usr/bin/env bash
# smartctl 7.3 (smartmontools, Debian 12): `-j -a` of something that does not answer as a drive
#
# Does: the answer looks like that of a drive: device, type, model and serial number, both empty, and no
# message. Only `exit_status` 4 says that nothing was asked.
#
# Seen:
#       "exit_status": 4
#     "model_name": "",
#     "serial_number": "",
#
# Guess: a message of severity error, as there is for a device that cannot be opened.
#
# Matters: a reading of a rig would have a drive without a name and without a fault.
#
# Handled: A drive that names neither model nor serial number nor its own verdict is refused
# (tests/unit/readings-of-cards.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
fetch() { apt-get download --quiet=2 smartmontools=7.3-1+b1 libcap-ng0 libselinux1 libsystemd0 libstdc++6 libgcc-s1 >/dev/null 2>&1; }
fetch || { apt-get update --quiet=2 >/dev/null && fetch; } || { echo 'This needs apt of Debian 12' >&2; exit 1; }
for package in *.deb; do dpkg-deb --extract "$package" root; done
export LD_LIBRARY_PATH="$folder/root/usr/lib/x86_64-linux-gnu"
truncate --size 1M drive
status=0
root/usr/sbin/smartctl -j -a -d sat drive >answer.json || status=$?
grep --extended-regexp '"(exit_status|model_name|serial_number|messages|smart_status)"' answer.json || true
[ "$status" = 4 ] && grep --quiet '"exit_status": 4' answer.json && grep --quiet '"model_name": ""' answer.json &&
  ! grep --quiet '"messages"' answer.json && ! grep --quiet '"smart_status"' answer.json ||
  { echo 'smartctl answers otherwise now' >&2; exit 1; }
