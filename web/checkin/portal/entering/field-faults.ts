import { useEffect, useRef, type ChangeEventHandler } from 'react'
import type { ApiFailure } from '../../../api/call.ts'

/** E-mail or phone number as it is typed, kept by the page that shows one form or the other. */
export type TypedName = { value: string; onChange: ChangeEventHandler<HTMLInputElement> }

/** What was typed is neither an e-mail address nor a phone number. */
export const isNoAddress = (failure: ApiFailure | null): boolean =>
  failure?.code === 'invalid_input' && 'userName' in failure.fields

/** Said at its field, not above the button. */
export const isAtField = (failure: ApiFailure): boolean => isNoAddress(failure) || failure.code === 'weak_password'

/** Leads to the field that a refusal names. */
export function useFaultFocus(failure: ApiFailure | null) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (failure) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [failure])
  return form
}
