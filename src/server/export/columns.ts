import type { DeviceInfo } from '~/contracts/device'
import type { Machine } from '~/contracts/machines'
import type { Order } from '~/contracts/orders'
import type { Product } from '~/contracts/product-admin'
import type { Repair } from '~/contracts/repairs'
import type { TradeIn } from '~/contracts/trade-ins'
import type { User } from '~/contracts/users'
import { amountCell, type CsvRow } from '~/server/platform/csv/write'

/** A file's columns in their order: the header is the field's name. */
export type Columns<Row> = Record<string, (row: Row) => CsvRow[number]>

/** A field of a customer's device; empty where plain SQL has left something else. */
const deviceField = (device: DeviceInfo, field: 'manufacturer' | 'model') => {
  const value = typeof device === 'object' && device !== null && !Array.isArray(device) ? device[field] : null
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}

export const userColumns: Columns<User> = {
  userId: (user) => user.userId,
  email: (user) => user.email,
  fullName: (user) => user.fullName,
  phone: (user) => user.phone,
  role: (user) => user.role,
  createdAt: (user) => user.createdAt,
}

export const orderColumns: Columns<Order> = {
  id: (order) => order.id,
  orderNumber: (order) => order.orderNumber,
  customerName: (order) => order.customer.fullName,
  customerEmail: (order) => order.customer.email,
  status: (order) => order.status,
  totalAmount: (order) => amountCell(order.totalAmount),
  createdAt: (order) => order.createdAt,
  updatedAt: (order) => order.updatedAt,
}

export const productColumns: Columns<Product> = {
  id: (product) => product.id,
  name: (product) => product.name,
  category: (product) => product.category,
  manufacturer: (product) => product.manufacturer,
  model: (product) => product.model,
  price: (product) => amountCell(product.price),
  stockQuantity: (product) => product.stockQuantity,
  description: (product) => product.description,
  imageUrl: (product) => product.imageUrl,
  isActive: (product) => product.isActive,
  isPreOrder: (product) => product.isPreOrder,
  condition: (product) => product.condition,
  rating: (product) => product.rating,
  hashrate: (product) => product.hashrate,
  power: (product) => product.power,
  efficiency: (product) => product.efficiency,
  collections: (product) => product.collections.join(', '),
  shopUrl: (product) => product.shopUrl,
  createdAt: (product) => product.createdAt,
  updatedAt: (product) => product.updatedAt,
}

export const machineColumns: Columns<Machine> = {
  id: (machine) => machine.id,
  manufacturer: (machine) => machine.manufacturer,
  model: (machine) => machine.model,
  category: (machine) => machine.category,
  hashrate: (machine) => machine.hashrate,
  powerConsumption: (machine) => machine.powerConsumption,
  baseValueExcellent: (machine) => amountCell(machine.baseValueExcellent),
  baseValueGood: (machine) => amountCell(machine.baseValueGood),
  baseValueFair: (machine) => amountCell(machine.baseValueFair),
  baseValuePoor: (machine) => amountCell(machine.baseValuePoor),
  isActive: (machine) => machine.isActive,
  notes: (machine) => machine.notes,
  createdAt: (machine) => machine.createdAt,
  updatedAt: (machine) => machine.updatedAt,
}

export const repairColumns: Columns<Repair> = {
  id: (repair) => repair.id,
  repairNumber: (repair) => repair.repairNumber,
  customerName: (repair) => repair.customer.fullName,
  customerEmail: (repair) => repair.customer.email,
  manufacturer: (repair) => deviceField(repair.deviceInfo, 'manufacturer'),
  model: (repair) => deviceField(repair.deviceInfo, 'model'),
  status: (repair) => repair.status,
  problemDescription: (repair) => repair.problemDescription,
  diagnosis: (repair) => repair.diagnosis,
  repairNotes: (repair) => repair.repairNotes,
  estimatedCost: (repair) => amountCell(repair.estimatedCost),
  actualCost: (repair) => amountCell(repair.actualCost),
  createdAt: (repair) => repair.createdAt,
  updatedAt: (repair) => repair.updatedAt,
}

export const tradeInColumns: Columns<TradeIn> = {
  id: (tradeIn) => tradeIn.id,
  tradeInNumber: (tradeIn) => tradeIn.tradeInNumber,
  customerName: (tradeIn) => tradeIn.customer.fullName,
  customerEmail: (tradeIn) => tradeIn.customer.email,
  manufacturer: (tradeIn) => deviceField(tradeIn.deviceInfo, 'manufacturer'),
  model: (tradeIn) => deviceField(tradeIn.deviceInfo, 'model'),
  status: (tradeIn) => tradeIn.status,
  conditionAssessment: (tradeIn) => tradeIn.conditionAssessment,
  evaluationNotes: (tradeIn) => tradeIn.evaluationNotes,
  estimatedValue: (tradeIn) => amountCell(tradeIn.estimatedValue),
  finalValue: (tradeIn) => amountCell(tradeIn.finalValue),
  createdAt: (tradeIn) => tradeIn.createdAt,
  updatedAt: (tradeIn) => tradeIn.updatedAt,
}
