import type { GetServerSideProps } from 'next'
import type { CaseNoun } from '~/contracts/cases'
import { caseExists } from '~/server/cases/other-cases'
import { getServices } from '~/server/services'
import { adminPage, noAdminProps, type AdminPageProps } from './page-guards'
import { pageWhileReachable } from './unavailable'

/**
 * The guard of the page of one case. The page itself says that nothing has its number; a document that is asked for, which
 * programs read as well, answers 404 then. Going from screen to screen costs no look into the database for it.
 */
export const casePage = (noun: CaseNoun): GetServerSideProps<AdminPageProps> =>
  pageWhileReachable(async (context) => {
    const answer = await adminPage(context)
    const { req, res, params } = context
    const isDocument = 'props' in answer && !res.writableEnded && req.headers['x-nextjs-data'] === undefined
    if (isDocument && !(await caseExists(getServices(), noun, String(params?.number)))) res.statusCode = 404
    return answer
  }, noAdminProps)
