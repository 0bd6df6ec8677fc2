#!/usr/bin/env bash
# any-ascii 0.3.3: Latin letters for names
#
# Does: the characters of a Japanese name are spelled by their sounds in Chinese, kana and Korean by their
# own: Tanaka is TianZhong, and Tomita in kana is tomita. An emoji is a word between colons, and the pound
# sign GBP.
#
# Seen:
#   {
#     '田中': 'TianZhong',
#     'とみた': 'tomita',
#     '김': 'Gim',
#     '🚀': ':rocket:',
#     '£5': 'GBP5',
#     '½': '1/2'
#   }
#
# Guess: characters of China and Japan stay as they are, since only a reader knows their sound; and nothing
# for an emoji.
#
# Matters: a parcel for a Mr TianZhong, whose papers say Tanaka.
#
# Handled: Chinese, Japanese and Korean are printed in their own letters; a form asks for a Latin spelling of
# what cannot be (tests/unit/printed-scripts.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts any-ascii@0.3.3

cat >run.mjs <<'EOF'
import assert from 'node:assert/strict'
import anyAscii from 'any-ascii'

const seen = Object.fromEntries(['田中', 'とみた', '김', '🚀', '£5', '½'].map((text) => [text, anyAscii(text)]))
console.log(seen)
assert.deepEqual(
  seen,
  { 田中: 'TianZhong', とみた: 'tomita', 김: 'Gim', '🚀': ':rocket:', '£5': 'GBP5', '½': '1/2' },
  'any-ascii spells these otherwise now',
)
EOF
node run.mjs
