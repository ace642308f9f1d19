import { accountAttempts, networkOf, type Attempt } from '../../identity/index.ts'

type Trying = { emailKey: string; ip: string }

/** Tries for an operator, counted apart from those for the churches' accounts of the same address. */
export const operatorGuesses = ({ emailKey, ip }: Trying): Attempt[] =>
  accountAttempts('signIn', { who: `operator\n${emailKey}`, ip })

/** A try at the console: for the operator, and from the network, which is counted with all it tries. */
export const attemptsOf = (trying: Trying): Attempt[] => [
  ...operatorGuesses(trying),
  { kind: 'signInAddress', who: networkOf(trying.ip) },
]
