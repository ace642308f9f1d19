import { useCanGoBack, useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'

declare module '@tanstack/react-router' {
  /** What one page hands to the next beside the address. */
  interface HistoryState {
    /** Ids of chosen persons, when they are too many for the address. */
    persons?: string[]
    /** A sign-up whose code is on its way: a phone may drop the page while its mail is looked into. */
    signUp?: { signupId: string; expiresAt: string }
    /** The payment for whose sake the page was left: whoever comes back to it by the button of the browser is asked about it. */
    leftFor?: string
  }
}

/** A click that shall open elsewhere, such as in another tab, is left alone. */
const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** Makes a link go one step back in history; where there is no step, it leads where it points. */
export function useStepBack(): (event: MouseEvent) => void {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  return (event) => {
    if (!canGoBack || !isPlain(event)) return
    event.preventDefault()
    router.history.back()
  }
}
