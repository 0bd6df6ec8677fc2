import * as z from 'zod'
import type { Scope } from '~/contracts/identity/api-keys'
import { caseRef } from '~/contracts/case-ref'
import { requestFileQuery } from '~/contracts/cases/requests'
import { caseDocumentQuery, caseDocumentRef } from '~/contracts/cases/documents'
import { LARGEST_FILE } from '~/contracts/uploads'
import { uploadQuery } from '~/contracts/cases/files'
import { customerDocuments, pictureQuery } from '~/contracts/cases/tracking'
import { LARGEST_IMPORT } from '~/contracts/office/imports'
import { pictureFiles, pictureUploadQuery } from '~/contracts/catalogue/product-pictures'
import { bookNames } from '~/contracts/billing/books'
import { invoiceFileQuery } from '~/contracts/billing/invoices'
import { statementQuery } from '~/contracts/credit/statement-file'
import { day, rowId } from '~/contracts/fields'
import { reportNames } from '~/contracts/office/reports'
import { records } from '~/contracts/records'
import { fileSizes, linkQuery } from '~/server/cases/base/file-access'

/** The addresses of files that a program opens beside the calls; tests/unit/openapi.test.ts compares them with src/pages/api. */

export interface FileAddress {
  path: string
  method: 'get' | 'post'
  about: string
  /**
   * Of an administrator's address what a key needs for it, or 'by file'. 'person' is a signed-in user, no key; 'link' also
   * the holder of a link's secret; 'public' everybody.
   */
  access: Scope | 'by file' | 'person' | 'link' | 'public'
  inPath?: z.ZodObject
  query?: z.ZodObject | undefined
  /** Further texts of the query. */
  view?: string
  /** Content type of what is sent and what is answered. */
  sends?: string
  answers: string
}

const link = linkQuery.omit({ fileId: true })
const fileId = z.object({ fileId: z.guid() })
const batchId = z.object({ batchId: rowId })
/** Of one's own case, unless `token` is the secret of a link to it. */
const theirs = caseRef.partial().extend({ token: z.string().max(200).optional() })
const MB = 1024 * 1024
const files = [...Object.values(records).map(({ route }) => route), 'credit', ...reportNames.map((name) => `report-${name}`)].map(
  (name) => `${name}.csv`,
)
const pdf = 'application/pdf'
const csv = 'text/csv'
const json = 'application/json'
const bytes = 'application/octet-stream'

export const fileAddresses: readonly FileAddress[] = [
  {
    path: '/api/account/data.zip',
    method: 'get',
    about: 'A copy of one’s own data, by a link of `account.prepareDownload`.',
    access: 'person',
    query: z.object({ until: z.int().positive(), signature: z.string().max(100) }),
    answers: 'application/zip',
  },
  {
    path: '/api/books/{file}',
    method: 'get',
    about: 'Documents or entries of some days, at most 366, for whoever keeps the books. The same days are the same file, byte for byte.',
    access: 'invoices:read',
    inPath: z.object({ file: z.enum(bookNames.map((name) => `${name}.csv` as const)) }),
    query: z.object({ from: day, to: day }),
    answers: csv,
  },
  {
    path: '/api/case-documents',
    method: 'get',
    about:
      'What is printed of a repair or a trade-in, as PDF. A key needs the reading scope of its kind: `repairs:read` or `tradeIns:read`.',
    access: 'by file',
    query: caseDocumentRef.extend({ download: caseDocumentQuery.shape.download }),
    answers: pdf,
  },
  {
    path: '/api/case-files',
    method: 'post',
    about: `Adds a file to a repair or a trade-in, which the caller may read: the body is the file as it is, of ${LARGEST_FILE / MB} MB at most.`,
    access: 'cases:write',
    query: uploadQuery,
    sends: bytes,
    answers: json,
  },
  {
    path: '/api/case-files/{fileId}',
    method: 'get',
    about: 'A file of a case, by a link that `cases.files.list` has made for the same administrator.',
    access: 'cases:read',
    inPath: fileId,
    query: link,
    answers: bytes,
  },
  {
    path: '/api/credit-statement',
    method: 'get',
    about: 'One’s own store credit as a file.',
    access: 'person',
    query: statementQuery,
    answers: '*/*',
  },
  {
    path: '/api/customer-documents',
    method: 'get',
    about:
      'A paper of a case for its customer, as PDF: of one’s own case by `noun` and `id`, or by the `token` of a link, without a session.',
    access: 'link',
    query: theirs.extend({ kind: z.enum(customerDocuments), number: caseDocumentRef.shape.number }),
    answers: pdf,
  },
  {
    path: '/api/customer-files',
    method: 'post',
    about: 'Adds a picture to one’s own open case by `noun` and `id`, or by the `token` of a link, without a session.',
    access: 'link',
    query: theirs.extend(pictureQuery.shape),
    sends: bytes,
    answers: json,
  },
  {
    path: '/api/customer-files/{fileId}',
    method: 'get',
    about: 'A picture of one’s own case, or by the `token` of a link, without a session.',
    access: 'link',
    inPath: fileId,
    query: z.object({ size: z.enum(fileSizes).default('full'), token: theirs.shape.token }),
    answers: 'image/jpeg',
  },
  {
    path: '/api/customer-invoices/{id}',
    method: 'get',
    about: 'An invoice or a credit note that was issued to oneself, as PDF, or by the `token` of a link to its repair, without a session.',
    access: 'link',
    inPath: invoiceFileQuery.pick({ id: true }),
    query: invoiceFileQuery.omit({ id: true }),
    answers: pdf,
  },
  {
    path: '/api/customer-receipts/{id}',
    method: 'get',
    about: 'The receipt of a payment of one’s own, as PDF, or by the `token` of a link to its repair, without a session.',
    access: 'link',
    inPath: invoiceFileQuery.pick({ id: true }),
    query: invoiceFileQuery.omit({ id: true }),
    answers: pdf,
  },
  {
    path: '/api/export/{file}',
    method: 'get',
    about: 'A view of a list, or a report, as a file. A key needs the reading scope of what the file lists.',
    access: 'by file',
    inPath: z.object({ file: z.enum(files) }),
    view: 'Search, filters and order, as the input of the list has them, such as `status=pending`; of a report its period.',
    answers: csv,
  },
  {
    path: '/api/imports/{batchId}',
    method: 'post',
    about: `The file of an import that \`imports.start\` has begun, of ${LARGEST_IMPORT / MB} MB at most.`,
    access: 'imports:write',
    inPath: batchId,
    sends: csv,
    answers: json,
  },
  {
    path: '/api/imports/{batchId}/errors.csv',
    method: 'get',
    about: 'The wrong rows of an import’s file, each with the reason.',
    access: 'imports:read',
    inPath: batchId,
    answers: csv,
  },
  {
    path: '/api/invoices/{id}',
    method: 'get',
    about: 'An issued invoice or credit note, as PDF.',
    access: 'invoices:read',
    inPath: invoiceFileQuery.pick({ id: true }),
    query: invoiceFileQuery.pick({ download: true }),
    answers: pdf,
  },
  {
    path: '/api/receipts/{id}',
    method: 'get',
    about: 'The receipt of a payment with money, or of store credit that was used, as PDF.',
    access: 'payments:read',
    inPath: invoiceFileQuery.pick({ id: true }),
    query: invoiceFileQuery.pick({ download: true }),
    answers: pdf,
  },
  {
    path: '/api/labels',
    method: 'get',
    about:
      'Labels to print for units and parts, by their numbers, and for places, by their names, as PDF; each parameter may come several times. A key needs the reading scope of what they are for.',
    access: 'by file',
    query: z.object({ unit: z.string().max(200).optional(), part: z.string().max(200).optional(), place: z.string().max(200).optional() }),
    answers: pdf,
  },
  {
    path: '/api/newsletter/subscribers.csv',
    method: 'get',
    about: 'The confirmed addresses of the newsletter.',
    access: 'newsletter:read',
    answers: csv,
  },
  {
    path: '/api/passport-label',
    method: 'get',
    about: 'The label of a unit with the address of its passport, as PDF.',
    access: 'units:read',
    query: z.object({ unit: rowId, download: z.literal('1').optional() }),
    answers: pdf,
  },
  {
    path: '/api/passport-pictures/{fileId}',
    method: 'get',
    about: 'A picture that was chosen for a passport, for whoever has its code.',
    access: 'public',
    inPath: fileId,
    query: z.object({ code: z.string().min(1).max(100), size: z.enum(fileSizes).default('full') }),
    answers: 'image/jpeg',
  },
  {
    path: '/api/product-pictures',
    method: 'post',
    about: `Adds a picture to a product: the body is the picture as it is, of ${LARGEST_FILE / MB} MB at most.`,
    access: 'products:write',
    query: pictureUploadQuery,
    sends: bytes,
    answers: json,
  },
  {
    path: '/api/product-pictures/{pictureId}/{size}',
    method: 'get',
    about: 'A picture of a product, which never changes under its address.',
    access: 'public',
    inPath: z.object({ pictureId: rowId, size: z.enum(pictureFiles) }),
    answers: 'image/webp',
  },
  {
    path: '/api/request-files',
    method: 'post',
    about: 'A file of a request that is being written, by the `draft` that it is sent with.',
    access: 'public',
    query: requestFileQuery,
    sends: bytes,
    answers: json,
  },
]
