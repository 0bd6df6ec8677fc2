/** Subjects of a message (requirements §3 Contact form state). Not beside the schema, which loads later. */
export const inquiryTypes = [
  'Trade-In Inquiry',
  'Repair Services',
  'Product Information',
  'Technical Support',
  'Bulk Orders',
  'Partnership',
  'General Question',
] as const
export type InquiryType = (typeof inquiryTypes)[number]
