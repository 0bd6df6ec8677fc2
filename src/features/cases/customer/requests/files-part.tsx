import { Upload } from '~/components/icons/lucide'
import { Button } from '~/components/ui/button'
import { FileDrop } from '~/components/ui/file-drop'
import { Spinner } from '~/components/ui/loading'
import { MOST_FILES, type RequestFileKind } from '~/contracts/cases/request-limits'
import { Fault, Part } from './request-fields'
import type { AddedFile } from './stored-request'

interface FilesPartProps {
  files: readonly AddedFile[]
  /** The names of the machines; with one machine alone no file says which it shows. */
  machines?: readonly string[] | undefined
  /** The secret that the pictures are read with. */
  draft: string
  /** Why files were not taken, each by its name. */
  faults: readonly string[]
  uploading: boolean
  onAdd: (files: File[], kind: RequestFileKind) => Promise<void>
  onChange: (files: AddedFile[]) => void
}

interface PickerProps {
  label: string
  accept: string
  kind: RequestFileKind
  onAdd: FilesPartProps['onAdd']
}

const Picker = ({ label, accept, kind, onAdd }: PickerProps) => (
  <FileDrop
    label={label}
    icon={<Upload className="size-5 text-ink-muted" aria-hidden="true" />}
    accept={accept}
    multiple={kind === 'picture'}
    onFiles={(files) => void onAdd(files, kind)}
  />
)

const pictureAddress = (draft: string, id: string) => `/api/request-files?${new URLSearchParams({ draft, id }).toString()}`

/** Pictures and the machine's own data, which go up as they are chosen; nobody sees them before the request is confirmed. */
export function FilesPart({ files, machines = [], draft, faults, uploading, onAdd, onChange }: FilesPartProps) {
  return (
    <Part title="Pictures" lead={`Show the label, the boards and any damage. Up to ${MOST_FILES} files of 15 MB.`}>
      <div className="grid gap-5 sm:grid-cols-2">
        <Picker
          label="Add pictures"
          accept="image/jpeg,image/png,image/webp,image/avif,image/heic,image/heif"
          kind="picture"
          onAdd={onAdd}
        />
        <Picker
          label="Add the miner’s own data (JSON)"
          accept=".json,.txt,.xml,.csv,application/json,text/plain,text/xml,text/csv"
          kind="reading"
          onAdd={onAdd}
        />
      </div>
      <div role="alert">
        {faults.map((fault) => (
          <Fault key={fault}>{fault}</Fault>
        ))}
      </div>
      <div aria-live="polite">
        {uploading && (
          <p className="flex items-center gap-2 text-ink-muted">
            <Spinner className="size-4" /> Adding…
          </p>
        )}
      </div>
      {files.length > 0 && (
        <ul className="grid gap-2">
          {files.map((file) => (
            <li key={file.id} className="flex flex-wrap items-center gap-3 rounded-lg border border-line px-3 py-2">
              {file.kind === 'picture' && (
                // Read from the shop: browsers cannot draw every kind of picture that is taken.
                <picture>
                  <img
                    src={pictureAddress(draft, file.id)}
                    alt=""
                    loading="lazy"
                    className="size-14 rounded-md bg-surface-muted object-cover"
                  />
                </picture>
              )}
              <span className="min-w-0 grow wrap-anywhere">{file.name}</span>
              {machines.length > 1 && (
                <select
                  aria-label={`Machine of ${file.name}`}
                  className="field w-auto max-w-full"
                  value={file.machine}
                  onChange={(event) =>
                    onChange(files.map((each) => (each.id === file.id ? { ...each, machine: Number(event.target.value) } : each)))
                  }
                >
                  {machines.map((name, index) => (
                    // Rows have no other name than their place.
                    <option key={index} value={index}>
                      {index + 1}. {name}
                    </option>
                  ))}
                </select>
              )}
              <Button
                variant="secondary"
                size="sm"
                aria-label={`Remove ${file.name}`}
                onClick={() => onChange(files.filter(({ id }) => id !== file.id))}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}
