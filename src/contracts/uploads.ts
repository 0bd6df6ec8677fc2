import * as z from 'zod'

const MB = 1024 * 1024

/** Bytes of one file. */
export const LARGEST_FILE = 15 * MB

const LONGEST_FILE_NAME = 120

/** Without folders and control characters; says nothing about the file's type. */
export const fileName = z
  .string()
  .max(1000)
  .transform((name) => {
    const last = name.split(/[/\\]/).at(-1) ?? ''
    const plain = last.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').trim()
    return plain.slice(0, LONGEST_FILE_NAME).replaceAll(/\p{Surrogate}/gu, '')
  })
  .transform((name) => (name === '' ? 'file' : name))
