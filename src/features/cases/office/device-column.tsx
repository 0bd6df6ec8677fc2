import type { ListColumn } from '~/components/admin-list/columns'
import { deviceName } from '~/contracts/cases/device'

export const deviceColumn = <Row extends { deviceInfo: Parameters<typeof deviceName>[0] }>(): ListColumn<Row> => ({
  id: 'device',
  header: 'Device',
  card: 'half',
  cell: ({ deviceInfo }) => <span className="wrap-anywhere">{deviceName(deviceInfo)}</span>,
})
