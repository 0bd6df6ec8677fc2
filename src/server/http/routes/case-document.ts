import type { NextApiRequest, NextApiResponse } from 'next'
import { caseDocumentQuery, type CaseDocumentKind, type CaseDocumentRef } from '~/contracts/cases/documents'
import type { CustomerCase } from '~/server/cases/base/customer-case'
import { caseDocument, type DocumentFile } from '~/server/cases/documents/case-documents'
import { printedLink } from '~/server/cases/staff-links'
import { actorOf, type Viewer } from '~/server/identity/auth/read-session'
import { requireScope } from '~/server/identity/auth/scopes'
import { clientInfo } from '~/server/platform/network/client-info'
import type { Attachment } from '~/server/platform/mail/email'
import type { Services } from '~/server/services'
import { disposition } from './case-file-download'
import { answerRefusal } from './refusal'

/** These carry a code that opens the customer's page. */
const withCode: readonly CaseDocumentKind[] = ['receipt', 'job-sheet']

export async function sendCaseDocument(services: Services, viewer: Viewer, req: NextApiRequest, res: NextApiResponse): Promise<void> {
  const query = caseDocumentQuery.safeParse(req.query)
  if (!query.success) {
    res.status(400).json({ message: query.error.issues.map(({ path, message }) => [...path, message].join(': ')).join('; ') })
    return
  }
  const { download, ...ref } = query.data
  requireScope(viewer, ref.noun, 'read')
  const exchange = { req, res, isDownload: download === '1' }
  if (req.method !== 'GET' || !withCode.includes(ref.kind)) return answerDocument(services, ref, exchange)
  const actor = actorOf(viewer, clientInfo(req))
  await answerDocument(services, ref, exchange, undefined, await printedLink({ ...services, viewer, actor }, ref))
}

interface Exchange {
  req: NextApiRequest
  res: NextApiResponse
  isDownload: boolean
}

export async function answerDocument(
  services: Services,
  ref: CaseDocumentRef,
  exchange: Exchange,
  theirs?: CustomerCase,
  customerPage?: string | null,
): Promise<void> {
  try {
    sendPdf(await caseDocument(services, ref, theirs, customerPage), exchange)
  } catch (error) {
    answerRefusal(exchange.res, error)
  }
}

export const sendPdf = (file: DocumentFile, exchange: Exchange): void => sendDocument({ ...file, contentType: 'application/pdf' }, exchange)

export function sendDocument({ name, contentType, bytes }: Attachment, { req, res, isDownload }: Exchange): void {
  res.writeHead(200, {
    'Content-Type': contentType,
    'Content-Length': bytes.byteLength,
    'Content-Disposition': disposition(isDownload ? 'attachment' : 'inline', name),
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
  })
  res.end(req.method === 'HEAD' ? undefined : bytes)
}
