import type { Channel, Outcome } from '#contract/followup/look-ups.ts'
import { logContact } from '#contract/followup/people.ts'
import { ApiFailure, call } from '../../api/call.ts'
import { openVault, type Vault } from '../../device/vault.ts'

/** An outcome that is not on the server yet. It names nobody. */
type KeptOutcome = {
  /** Said again with every try, so that the server writes it once. */
  key: string
  /** Whose it is: somebody else on this device does not send it. */
  accountId: string
  personId: string
  channel: Channel
  outcome: Outcome
  text: string
  snoozeUntil: string | null
}

let opened: Promise<Vault> | undefined
/** Locked with a key that no script can read. */
const vault = (): Promise<Vault> => (opened ??= openVault('outcomes'))

/** False: this browser keeps nothing. */
export const keepOutcome = async (kept: KeptOutcome): Promise<boolean> => (await vault()).put(kept.key, kept)

const isUnreached = (cause: unknown): boolean =>
  cause instanceof ApiFailure && (cause.code === 'network' || cause.code === 'timeout')

export function sendOutcome({ key, personId, channel, outcome, text, snoozeUntil }: Omit<KeptOutcome, 'accountId'>) {
  const body = { channel, outcome, text, snoozeUntil }
  return call(logContact, { params: { id: personId }, body }, { idempotencyKey: key })
}

/** Sends what was kept. Answers how many went; what the server does not want goes too, what did not reach it stays. */
export async function sendKept(accountId: string): Promise<number> {
  const kept = await (await vault()).all<KeptOutcome>()
  let sent = 0
  for (const one of kept.filter((each) => each.accountId === accountId)) {
    try {
      await sendOutcome(one)
      sent += 1
    } catch (cause) {
      if (isUnreached(cause)) return sent
    }
    await (await vault()).drop(one.key)
  }
  return sent
}
