import { FileUp } from '~/components/icons/lucide'
import { useId, useState } from 'react'
import { SelectMenu } from '~/components/admin-list/select-menu'
import { FormNote } from '~/components/form/form-note'
import { serverErrorCode, serverMessage } from '~/components/form/server-errors'
import { FileDrop } from '~/components/ui/file-drop'
import { onDemand } from '~/components/ui/on-demand'
import type { BankPreview } from '~/contracts/billing/bank'
import type { BankSketch } from '~/contracts/billing/bank-accounts'
import { inBody, trpc } from '~/trpc/client'
import { BankLines } from './bank-lines'
import { BankPreviewSection } from './bank-preview'
import { type SentFile, sentFile } from './bank-upload'

const BankAccountDialog = onDemand(() => import('./bank-account-dialog').then((module) => module.BankAccountDialog))

interface Chosen {
  file: SentFile
  fileName: string
  /** Null while columns or account are asked for. */
  preview: BankPreview | null
}

/** The account of the file, and with a sketch its columns. */
interface Asked {
  sketch?: BankSketch
  /** Why the file could not be read without them. */
  reason?: string | undefined
}

const once = { ...inBody, staleTime: 0, gcTime: 0 }

/** Previews a bank's file, imports it with the chosen payments, and lists open lines of earlier ones. */
export function BankFile({ mayWrite }: { mayWrite: boolean }) {
  const [chosen, setChosen] = useState<Chosen>()
  const [accountId, setAccountId] = useState('')
  const hint = useId()
  const [asked, setAsked] = useState<Asked>()
  const utils = trpc.useUtils()
  const accounts = trpc.payments.bankAccounts.useQuery(undefined, { enabled: mayWrite })
  const [reading, setReading] = useState(false)
  const [refusal, setRefusal] = useState<string>()

  const refuse = (fileName: string, error: unknown) => {
    console.error('The bank file was not read', error)
    setRefusal(`${fileName} was not read. ${serverMessage(error) ?? 'Please try again.'}`)
  }
  const read = async (file: SentFile, fileName: string, account: string) => {
    setReading(true)
    setRefusal(undefined)
    try {
      const of = { ...file, fileName, ...(account !== '' && { accountId: account }) }
      setChosen({ file, fileName, preview: await utils.payments.previewBank.fetch(of, once) })
    } catch (error) {
      if (serverErrorCode(error) === 'columns_unknown') await askColumns(file, fileName, account, serverMessage(error))
      else refuse(fileName, error)
    } finally {
      setReading(false)
    }
  }
  const askColumns = async (file: SentFile, fileName: string, account: string, reason: string | undefined) => {
    try {
      const sketch = await utils.payments.sketchBank.fetch({ ...file, ...(account !== '' && { accountId: account }) }, once)
      setChosen({ file, fileName, preview: null })
      setAsked({ sketch, reason })
    } catch (error) {
      refuse(fileName, error)
    }
  }
  const take = async ([file]: File[]) => {
    if (!file) return
    const sent = await sentFile(file)
    if (sent) await read(sent, file.name.slice(0, 200), accountId)
    else setRefusal(`${file.name} was not read. Choose a file of at most 1 MB.`)
  }
  /** Reads the file on screen again for the chosen account. */
  const chooseAccount = (id: string) => {
    setAccountId(id)
    if (chosen?.preview) void read(chosen.file, chosen.fileName, id)
  }
  const done = () => {
    setAsked(undefined)
    setChosen(undefined)
  }
  const accountChoice = mayWrite && accounts.data && accounts.data.length > 0 && (
    <SelectMenu
      label="Account"
      className="w-60 max-w-full"
      value={accountId}
      onChange={chooseAccount}
      options={[
        { value: '', label: 'Account: as the file says' },
        ...accounts.data.map(({ id, name, currency }) => ({ value: id, label: `${name} (${currency})` })),
      ]}
    />
  )
  return (
    <div className="flex flex-col gap-4">
      {chosen?.preview && accountChoice}
      {chosen?.preview && (
        <BankPreviewSection
          key={`${chosen.fileName} ${accountId}`}
          file={chosen.file}
          accountId={accountId === '' ? undefined : accountId}
          preview={chosen.preview}
          hasAccounts={accounts.data !== undefined && accounts.data.length > 0}
          onAccount={() => setAsked({})}
          onDone={done}
        />
      )}
      {chosen && asked && (
        <BankAccountDialog
          file={chosen.file}
          number={asked.sketch?.accountNumber ?? chosen.preview?.accountNumber ?? null}
          account={accounts.data?.find(({ id }) => id === accountId)}
          sketch={asked.sketch}
          reason={asked.reason}
          onSaved={({ id }) => {
            setAsked(undefined)
            setAccountId(id)
            void read(chosen.file, chosen.fileName, id)
          }}
          onClose={() => (chosen.preview ? setAsked(undefined) : done())}
        />
      )}
      {refusal !== undefined && (
        <FormNote tone="danger" role="alert">
          {refusal}
        </FormNote>
      )}
      <BankLines
        mayWrite={mayWrite}
        actions={
          mayWrite &&
          !chosen?.preview && (
            <div className="flex flex-wrap items-center gap-2">
              {accountChoice}
              <FileDrop
                label="Choose your bank’s file"
                describedBy={hint}
                icon={<FileUp className="size-4 text-ink-subtle" aria-hidden="true" />}
                accept=".csv,.txt,.tsv,.dat,.xml,.ofx,.qfx,.qbo,.sta,.940,.mt940,text/csv"
                disabled={reading}
                isLow
                onFiles={(files) => void take(files)}
              />
            </div>
          )
        }
      />
      {mayWrite && !chosen?.preview && (
        <p id={hint} className="text-sm text-ink-muted">
          A bank’s file is CSV, CAMT.053, MT940 or OFX. Nothing is written before you have looked at it. A line that was imported before is
          never taken twice.
        </p>
      )}
    </div>
  )
}
