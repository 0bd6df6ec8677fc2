import { missingAdminPage } from '~/server/http/pages/page-guards'

/** Every other address below /admin. */
export const getServerSideProps = missingAdminPage

/** Never rendered: the guard answers with a redirect or the 404 page. */
export default function MissingAdminPage() {
  return null
}
