import { z } from 'zod/mini'

/** Names stand in mails to people whom somebody else chose: those that hold a web address would carry it in our name. */
export const holdsLink = (text: string): boolean => /:\/\/|www\./i.test(text)

/** For names that travel in mails. */
export const withoutLink = z.refine<string>((text) => !holdsLink(text), 'Leave web addresses out.')
