import * as z from 'zod'

/** Limits of uploads: size and name of a file. */

const MB = 1024 * 1024

/** Of one file, in bytes. */
export const LARGEST_FILE = 15 * MB

const LONGEST_FILE_NAME = 120

/** A file's name as it is stored: without folders and control characters. It says nothing of what the file is. */
export const fileName = z
  .string()
  .max(1000)
  .transform((name) => {
    const last = name.split(/[/\\]/).at(-1) ?? ''
    const plain = last.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').trim()
    return plain.slice(0, LONGEST_FILE_NAME).replaceAll(/\p{Surrogate}/gu, '')
  })
  .transform((name) => (name === '' ? 'file' : name))
