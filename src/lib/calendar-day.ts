const longDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/**
 * The calendar day of an instant, as '2026-11-21'.
 * @param timeZone an IANA name; the machine's own zone without it
 */
export const calendarDay = (instant: Date, timeZone?: string) => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(instant)

/** '2026-11-21' → '21 November 2026'. */
export const formatDay = (day: string) => longDay.format(new Date(`${day}T00:00:00Z`))
