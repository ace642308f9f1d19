import { useEffect, type RefObject } from 'react'

const SIGN = /^[\p{L}\p{N}]$/u

/** Where typing belongs to something else: fields, lists, whatever a dialog asks. */
const isTakenBy = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input:not([type=checkbox], [type=radio]), textarea, select, dialog') !== null

/** What a scanner types reaches the code's field wherever the focus is. */
export function useCodeFocus(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const reach = (event: KeyboardEvent) => {
      const isTyping = SIGN.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey
      if (isTyping && !isTakenBy(event.target) && !document.querySelector('dialog[open]')) field.current?.focus()
    }
    document.addEventListener('keydown', reach)
    return () => document.removeEventListener('keydown', reach)
  }, [field])
}
