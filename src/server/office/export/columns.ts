import type { CreditAccount } from '~/contracts/credit/accounts'
import type { FieldDescription, FieldKind } from '~/contracts/field-description'
import { machineFields } from '~/contracts/catalogue/machine-fields'
import type { Machine } from '~/contracts/catalogue/machines'
import { modelFields } from '~/contracts/catalogue/model-fields'
import type { Model } from '~/contracts/catalogue/models'
import type { Product } from '~/contracts/catalogue/product-admin'
import { productFields } from '~/contracts/catalogue/product-fields'
import type { User } from '~/contracts/identity/users'
import { amountCell, type Columns, type CsvRow } from '~/server/platform/csv/write-csv'

export const userColumns: Columns<User> = {
  userId: (user) => user.userId,
  email: (user) => user.email,
  fullName: (user) => user.fullName,
  phone: (user) => user.phone,
  language: (user) => user.language,
  role: (user) => user.role,
  createdAt: (user) => user.createdAt,
}

export const creditAccountColumns: Columns<CreditAccount> = {
  id: (account) => account.id,
  userId: (account) => account.userId,
  email: (account) => account.email,
  fullName: (account) => account.fullName,
  balance: (account) => amountCell(account.balance),
  held: (account) => amountCell(account.held),
  entries: (account) => account.entries,
  hasUser: (account) => account.hasUser,
  createdAt: (account) => account.createdAt,
}

function describedColumns<Row extends { id: string; createdAt: Date; updatedAt: Date }>(
  fields: Readonly<Record<Exclude<keyof Row, 'id' | 'version' | 'createdAt' | 'updatedAt'>, FieldDescription>>,
): Columns<Row> {
  const described = Object.entries<FieldDescription>(fields).map(([key, { kind }]): [string, Columns<Row>[string]] => [
    key,
    (row) => fieldCell(kind, new Map<string, unknown>(Object.entries(row)).get(key)),
  ])
  return {
    id: (row) => row.id,
    ...Object.fromEntries(described),
    createdAt: (row) => row.createdAt,
    updatedAt: (row) => row.updatedAt,
  }
}

function fieldCell(kind: FieldKind, value: unknown): CsvRow[number] {
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value === 'number') return kind === 'euro' ? amountCell(value) : value
  return typeof value === 'string' || typeof value === 'boolean' ? value : null
}

export const productColumns = describedColumns<Omit<Product, 'tracksUnits'>>(productFields)

export const machineColumns = describedColumns<Machine>(machineFields)

export const modelColumns = describedColumns<Model>(modelFields)
