import { useState } from 'react'
import type * as z from 'zod'
import { FormDialog } from '~/components/form/form-dialog'
import { SelectField } from '~/components/form/select-field'
import { failureToast } from '~/components/form/use-action'
import { TextField } from '~/components/form/text-field'
import { notifySuccess } from '~/components/ui/notify'
import { bankAccountInput, bankCurrencies, type BankAccount, type BankMapping, type BankSketch } from '~/contracts/billing/bank-accounts'
import { inBody, trpc } from '~/trpc/client'
import { BankMappingFields } from './bank-mapping-fields'
import type { SentFile } from './bank-upload'

type Draft = z.input<typeof bankAccountInput>

interface BankAccountDialogProps {
  file: SentFile
  number: string | null
  account: BankAccount | undefined
  sketch: BankSketch | undefined
  reason: string | undefined
  onSaved: (account: BankAccount) => void
  onClose: () => void
}

const currencies = bankCurrencies.map((value) => ({ value, label: value }))

/** Asks once for each account: its currency and the kinds of columns, which a bank's file leaves out. */
export function BankAccountDialog({ file, number, account, sketch: first, reason, onSaved, onClose }: BankAccountDialogProps) {
  const utils = trpc.useUtils()
  const save = trpc.payments.saveBankAccount.useMutation()
  const [sketch, setSketch] = useState(first)

  /** Another row of names or another delimiter makes other columns. */
  const sketchAgain = (mapping: BankMapping) =>
    utils.payments.sketchBank
      .fetch({ ...file, mapping }, { ...inBody, staleTime: 0, gcTime: 0 })
      .then(setSketch, failureToast('The file was not read so'))
  const submit = async (values: z.output<typeof bankAccountInput>) => {
    const saved = await save.mutateAsync(values)
    notifySuccess(`${saved.name} is remembered`)
    await utils.payments.bankAccounts.invalidate()
    onSaved(saved)
  }
  const draft: Draft = {
    ...(account && { id: account.id, version: account.version }),
    name: account?.name ?? '',
    // Starts without a choice.
    currency: bankCurrencies.find((each) => each === account?.currency) ?? ('' as Draft['currency']),
    number: account?.number ?? number ?? '',
    ...(sketch && { mapping: sketch.mapping }),
  }
  return (
    <FormDialog
      key={sketch?.mapping.signature ?? 'account'}
      title={sketch ? 'Which column is what?' : 'Which account is it?'}
      className={sketch ? 'max-w-5xl' : 'max-w-md'}
      bodyClassName="flex flex-col gap-5"
      schema={bankAccountInput}
      defaultValues={draft}
      onSubmit={submit}
      onFailure={failureToast('Failed to save the account')}
      onClose={onClose}
      submitLabel="Remember and read the file"
    >
      {({ control, getValues }) => (
        <>
          <p className="text-sm text-ink-muted">
            {sketch
              ? `${reason ?? 'This layout is not known.'} Choose what each column holds. The next files of this account are read the same way.`
              : 'The file does not say its currency. It is asked once for each account.'}
          </p>
          <div className="grid gap-5 sm:grid-cols-3">
            <TextField control={control} name="name" label="Name of the account" required hint="Such as HSBC euro" autoComplete="off" />
            <SelectField
              control={control}
              name="currency"
              label="Currency of the account"
              options={currencies}
              none="Choose"
              hint="Only payments in EUR are imported."
            />
            <TextField control={control} name="number" label="IBAN or number" hint="Its files are recognised by it." autoComplete="off" />
          </div>
          {sketch && (
            <BankMappingFields
              control={control}
              sketch={sketch}
              onOther={(change) => {
                const mapping = getValues('mapping')
                if (mapping) void sketchAgain({ ...sketch.mapping, ...mapping, wordForIn: mapping.wordForIn ?? '', ...change })
              }}
            />
          )}
        </>
      )}
    </FormDialog>
  )
}
