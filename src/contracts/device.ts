/**
 * What is known of a customer's device: an object with `manufacturer` and `model` (spec §3), unless
 * plain SQL has left something else.
 */
export type DeviceInfo = string | number | boolean | null | DeviceInfo[] | { [key: string]: DeviceInfo | undefined }
