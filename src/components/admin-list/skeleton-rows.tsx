import { Skeleton } from '~/components/ui/skeleton'

const ROWS = 8

/** Rows in the shape of those to come; nothing to read yet, so assistive tools pass over them. */
export function SkeletonRows({ columns }: { columns: number }) {
  return Array.from({ length: ROWS }, (_, row) => (
    <tr key={row} aria-hidden="true" className="grid grid-cols-4 gap-x-3 gap-y-4 p-4 @3xl:table-row">
      {Array.from({ length: columns }, (__, column) => (
        <td key={column} className="first:col-span-full @3xl:px-4 @3xl:py-4">
          <Skeleton className="h-4 w-full max-w-32" />
        </td>
      ))}
    </tr>
  ))
}
