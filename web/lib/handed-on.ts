import type {} from '@tanstack/react-router'

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
