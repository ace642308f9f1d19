import { accountGuesses, networkOf, type Guess } from '#server/identity/index.ts'

type Trying = { emailKey: string; ip: string }

/** Tries for an operator, counted apart from those for the churches' accounts of the same address. */
export const operatorGuesses = ({ emailKey, ip }: Trying): Guess[] =>
  accountGuesses('signIn', { who: `operator\n${emailKey}`, ip })

/** A try at the desk: for the operator, and from the network, which is counted with all it tries. */
export const guessesOf = (trying: Trying): Guess[] => [
  ...operatorGuesses(trying),
  { kind: 'signInAddress', who: networkOf(trying.ip) },
]
