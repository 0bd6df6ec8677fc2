import { OfficeLink } from '~/components/admin-list/office-link'
import { DescribedFields } from '~/components/form/described-fields'
import { VersionedSection } from '~/components/form/versioned-section'
import { LoadFailure } from '~/components/ui/load-failure'
import { Skeleton } from '~/components/ui/loading'
import { companyDetailFields, companyDetailsSchema, companyTextFields } from '~/contracts/site/company-details'
import { trpc } from '~/trpc/client'

export function CompanySection() {
  const utils = trpc.useUtils()
  const company = trpc.settings.company.useQuery()
  const save = trpc.settings.saveCompany.useMutation()
  if (company.isError) return <LoadFailure message="Failed to load the company’s details" query={company} />
  if (!company.data) return <Skeleton className="h-96" />
  return (
    <VersionedSection
      title="Company"
      subject="the company’s details"
      schema={companyDetailsSchema}
      fields={companyDetailFields}
      stored={company.data}
      save={async (values, version) => {
        const saved = await save.mutateAsync({ values, version })
        utils.settings.company.setData(undefined, saved)
        return saved
      }}
      reload={() => utils.settings.company.fetch(undefined, { staleTime: 0 })}
      saveLabel="Save company details"
      saved="Company details saved"
      failed="Failed to save the company’s details"
    >
      {({ control }) => (
        <>
          <p className="mb-5 text-sm text-ink-muted">
            Shown at the end of every public page. Empty fields are left out. Legal name, company number, VAT number and registered office
            are with the{' '}
            <OfficeLink href="/admin/money?tab=settings" className="font-medium text-ink underline underline-offset-4">
              seller’s details
            </OfficeLink>
            : invoices, emails and the footer have them from there.
          </p>
          <div className="grid gap-5 sm:grid-cols-2">
            <DescribedFields control={control} fields={companyTextFields} />
          </div>
        </>
      )}
    </VersionedSection>
  )
}
