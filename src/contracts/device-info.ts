/** An object with `manufacturer` and `model` (requirements §3), unless plain SQL has stored something else. */
export type DeviceInfo = string | number | boolean | null | DeviceInfo[] | { [key: string]: DeviceInfo | undefined }
