import { useEffect, useRef, useState } from 'react'

/**
 * Leads whoever pays too early to the field that says what is missing: each press once more, as soon as the words stand
 * there, so that they are read with the field.
 */
export function useMissing() {
  const form = useRef<HTMLFormElement>(null)
  const [presses, setPresses] = useState(0)
  useEffect(() => {
    if (presses > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [presses])
  return {
    form,
    isAsked: presses > 0,
    ask: () => setPresses((before) => before + 1),
    forget: () => setPresses(0),
  }
}
