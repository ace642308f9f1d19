import { networkOf, type Guess } from '#server/identity/index.ts'

/** Tries for an operator, counted apart from those for the churches' accounts of the same address. */
export const accountGuess = (emailKey: string): Guess => ({ kind: 'signInAccount', who: `operator\n${emailKey}` })

/** A try at the desk: for the account, and from the network, which is counted with all it tries. */
export const guessesOf = (emailKey: string, ip: string): [Guess, Guess] => [
  accountGuess(emailKey),
  { kind: 'signInAddress', who: networkOf(ip) },
]
