import type { Control } from 'react-hook-form'
import type * as z from 'zod'
import { HistoryDisclosure, HistoryRows } from '~/components/admin-list/history-list'
import { DescribedFields } from '~/components/form/described-fields'
import { serverMessage } from '~/components/form/server-errors'
import { AddRecordDialog, EditRecordDialog, type RecordDefinition } from '~/components/record-form/record-dialogs'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'
import { notifyError, notifySuccess } from '~/components/ui/notify'
import type { HistoryEntry } from '~/contracts/audit'
import { exactRateText } from '~/contracts/catalogue/exact-rate'
import { networkCoinFields } from '~/contracts/catalogue/network-fields'
import { networkCoinForm, type NetworkCoinValues, type NetworkPage, type StoredCoin } from '~/contracts/catalogue/network-inputs'
import { comparedFields, draftOf, historyFields, newDraft } from '~/lib/field-values'
import { historyLines } from '~/lib/history-lines'
import { trpc } from '~/trpc/client'
import { useHistory } from '~/trpc/use-history'

type Draft = z.input<typeof networkCoinForm>

const networkMessages = {
  added: 'Coin added',
  updated: 'Figures saved',
  saveFailed: 'Failed to save the figures',
  removeFailed: 'Failed to remove the coin',
  loadFailed: 'Failed to load the figures',
  missing: 'There is no such coin.',
} as const

interface CoinFieldsProps {
  control: Control<Draft, unknown, NetworkCoinValues>
}

/** The ticker identifies a stored coin, so it cannot be edited. */
const KnownCoinFields = ({ control }: CoinFieldsProps) => <CoinFields control={control} isKnown />

function CoinFields({ control, isKnown = false }: CoinFieldsProps & { isKnown?: boolean }) {
  const fields = { control, fields: networkCoinFields }
  return (
    <div className="flex flex-col gap-5">
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        {!isKnown && <DescribedFields {...fields} part="ticker" />}
        <DescribedFields {...fields} part="coin" />
      </div>
      <fieldset className="grid gap-x-4 gap-y-5 border-t border-line pt-4 sm:grid-cols-2">
        <legend className="sr-only">Figures</legend>
        <DescribedFields {...fields} part="figures" />
      </fieldset>
    </div>
  )
}

const coinForm: RecordDefinition<StoredCoin, Draft, NetworkCoinValues> = {
  one: 'coin',
  of: 'network',
  schema: networkCoinForm,
  draft: newDraft<Draft>(networkCoinFields),
  toDraft: ({ networkHashrate, ...values }) =>
    draftOf<Draft>(networkCoinFields, { ...values, networkHashrate: networkHashrate && exactRateText(networkHashrate) }),
  valuesOf: ({ isTyped: _isTyped, version: _version, source: _source, at: _at, ...values }) => values,
  compared: comparedFields(networkCoinFields),
  messages: networkMessages,
  Fields: CoinFields,
  saveNeeds: ['coin', 'name', 'algorithm', 'blockReward', 'blockSeconds', 'price'],
  sayFailure: (error) => notifyError(serverMessage(error) ?? networkMessages.saveFailed, error),
}

const knownCoinForm = { ...coinForm, Fields: KnownCoinFields }

function useSaveCoin() {
  const utils = trpc.useUtils()
  const save = trpc.network.saveCoin.useMutation()
  return {
    saving: save.isPending,
    save: async (values: NetworkCoinValues, version?: number) => {
      const page = await save.mutateAsync({ ...values, ...(version !== undefined && { version }) })
      utils.network.all.setData(undefined, page)
      void utils.audit.history.invalidate({ subjectType: 'network', subjectId: values.coin })
      return page
    },
  }
}

export function AddCoinDialog({ onClose }: { onClose: () => void }) {
  const { save, saving } = useSaveCoin()
  return <AddRecordDialog definition={coinForm} onSave={async (values) => void (await save(values))} saving={saving} onClose={onClose} />
}

/** @throws if somebody else has removed it */
function coinOf({ coins }: NetworkPage, ticker: string): StoredCoin {
  const found = coins.find(({ coin }) => coin === ticker)
  if (!found) throw new Error(networkMessages.missing)
  return found
}

const titles: Record<string, string> = {
  'network.coin_added': 'Coin added',
  'network.coin_saved': 'Figures typed',
  'network.coin_removed': 'Coin removed',
}
const tell = (entry: HistoryEntry) => historyLines(entry, titles[entry.action] ?? entry.action, historyFields(networkCoinFields))
const History = ({ coin }: { coin: string }) => <HistoryRows {...useHistory('network', coin, tell)} />

export function EditCoinDialog({ coin, onClose }: { coin: StoredCoin; onClose: () => void }) {
  const utils = trpc.useUtils()
  const { save, saving } = useSaveCoin()
  return (
    <EditRecordDialog
      definition={knownCoinForm}
      row={coin}
      actions={{
        save: async (values, version) => coinOf(await save(values, version), coin.coin),
        reload: async () => coinOf(await utils.network.all.fetch(undefined, { staleTime: 0 }), coin.coin),
        onStored: () => void utils.network.all.invalidate(),
        saving,
      }}
      onClose={onClose}
    >
      <HistoryDisclosure>
        <History coin={coin.coin} />
      </HistoryDisclosure>
    </EditRecordDialog>
  )
}

export function RemoveCoinDialog({ coin: { coin, name, version }, onClose }: { coin: StoredCoin; onClose: () => void }) {
  const utils = trpc.useUtils()
  const remove = trpc.network.removeCoin.useMutation({
    onSuccess: (page) => {
      utils.network.all.setData(undefined, page)
      notifySuccess(`${name} removed`)
      onClose()
    },
    onError: (error) => {
      notifyError(networkMessages.removeFailed, error, serverMessage(error))
      void utils.network.all.invalidate()
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={`Remove ${name}`}
      message="Pages no longer estimate what machines earn with it. Figures that the configured address knows come back with its next answer."
      confirmLabel="Remove"
      cancelLabel="Cancel"
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ coin, version })}
      onCancel={onClose}
    />
  )
}
