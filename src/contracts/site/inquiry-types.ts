/** Subjects of a message (requirements §3 Contact form state). Apart from its schema, which the form loads later. */
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
