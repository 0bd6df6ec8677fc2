import { TRPCError } from '@trpc/server'
import { BulkheadRejectedError } from 'cockatiel'
import type { NextApiRequest, NextApiResponse } from 'next'
import { caseDocumentQuery, type CaseDocumentRef } from '~/contracts/case-documents'
import type { CustomerCase } from '~/server/cases/customer-case'
import { caseDocument } from '~/server/cases/documents/documents'
import type { Services } from '~/server/services'
import { disposition } from './case-file-download'

const RETRY_SECONDS = '5'

/**
 * Answers with a document of a case as PDF, made at this moment and stored nowhere. The caller has made sure that an
 * administrator asks.
 */
export async function sendCaseDocument(services: Services, req: NextApiRequest, res: NextApiResponse): Promise<void> {
  const query = caseDocumentQuery.safeParse(req.query)
  if (!query.success) {
    res.status(400).json({ message: query.error.issues.map(({ path, message }) => [...path, message].join(': ')).join('; ') })
    return
  }
  const { download, ...ref } = query.data
  await answerDocument(services, ref, { req, res, isDownload: download === '1' })
}

/** Answers with a document that whoever asks may read. @param theirs as which customer; left out at the desk */
export async function answerDocument(
  services: Services,
  ref: CaseDocumentRef,
  { req, res, isDownload, theirs }: { req: NextApiRequest; res: NextApiResponse; isDownload: boolean; theirs?: CustomerCase },
): Promise<void> {
  try {
    const { name, bytes } = await caseDocument(services, ref, theirs)
    res.writeHead(200, {
      'Content-Type': 'application/pdf',
      'Content-Length': bytes.byteLength,
      'Content-Disposition': disposition(isDownload ? 'attachment' : 'inline', name),
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'same-origin',
    })
    res.end(req.method === 'HEAD' ? undefined : bytes)
  } catch (error) {
    if (error instanceof BulkheadRejectedError) {
      res.setHeader('Retry-After', RETRY_SECONDS)
      res.status(503).json({ message: 'Too many documents are made at the moment. Please try again.' })
    } else if (error instanceof TRPCError && error.code === 'NOT_FOUND') res.status(404).json({ message: error.message })
    else throw error
  }
}
