import { missingAdminPage } from '~/server/http/pages/page-guards'

/** Answers every other address below /admin. */
export const getServerSideProps = missingAdminPage

export default function MissingAdminPage() {
  return null
}
