/** A customer's device: an object with `manufacturer` and `model` (requirements §3), unless plain SQL has left something else. */
export type DeviceInfo = string | number | boolean | null | DeviceInfo[] | { [key: string]: DeviceInfo | undefined }
