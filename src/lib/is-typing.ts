/** Whether keys pressed on an element are text for it or choices of its own, and no short cuts of the page. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select, [role="listbox"], [role="menu"], [role="combobox"]') !== null)
