import type { DomainLine, EmailDomain, EmailSettings } from '#contract/messaging/email-domain.ts'
import type { Config } from '../../platform/config/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { bounceDomainOf, keyLine, wantedLines, type WantedLine } from './domain-lines.ts'
import { selectDomain, type DomainRecord, type KeptVerdict } from './domain-store.ts'
import { selectKeys, type KeyRecord } from './key-store.ts'
import { dailyUse, provedDomain, sendingIdentity, usualAddress } from './sending-identity.ts'
import { selectSenderSettings } from './sender-store.ts'
import { stateOf } from './standing.ts'

type Asking = { config: Pick<Config, 'secretKey' | 'emails'>; at: Date }

/** In whose name emails go, and how the domain stands: all that the page shows. */
export async function readEmailSettings(tx: Tx, { config, at }: Asking): Promise<EmailSettings> {
  const { churchName, slug, fromName, localPart, replyTo, countsOpens } = await selectSenderSettings(tx)
  const { fromAddress } = await sendingIdentity(tx, config)
  const domain = await standing(tx)
  return {
    sender: { fromName, localPart, replyTo, countsOpens },
    churchName,
    address: fromAddress,
    usualAddress: usualAddress(slug, config),
    daily: await dailyUse(tx, at),
    domain: domain && presentDomain(domain, await selectKeys(tx), config.emails.domain),
  }
}

/** A domain that another church has proved since the last check is the other one's at once. */
async function standing(tx: Tx): Promise<DomainRecord | null> {
  const record = await selectDomain(tx)
  if (!record?.signsSince || (await provedDomain(tx))) return record
  return { ...record, signsSince: null, bouncesThere: false, isAligned: false, heldElsewhere: true }
}

/** How long emails are on their way at most: their signature is checked when they arrive. */
const ON_THE_WAY_MS = 7 * 24 * 60 * 60 * 1000

function presentDomain(record: DomainRecord, keys: KeyRecord[], mailDomain: string): EmailDomain {
  const { domain, lines, checkedAt, nextCheckAt, lostAt, signsSince, bouncesThere } = record
  const verdictOf = (wanted: KeptVerdict['of']) => lines.find(({ of }) => of === wanted)
  const active = keys.filter(({ retiredAt }) => retiredAt === null)
  const signing = active.find(({ foundAt }) => foundAt !== null) ?? active.at(-1)
  const [newest] = active
  const shown = signing
    ? wantedLines(domain, signing, mailDomain).map((line) => present(line, verdictOf(line.kind)))
    : []
  const isInUse = signsSince !== null
  const found = shown.filter(({ state }) => state === 'found').length
  return {
    name: domain,
    state: stateOf(record),
    checkedAt: checkedAt?.toISOString() ?? null,
    nextCheckAt: nextCheckAt.toISOString(),
    lostAt: lostAt?.toISOString() ?? null,
    // One-click is in every email to many, whatever the domain.
    right: found + (isInUse && bouncesThere ? 1 : 0) + 1,
    lines: shown,
    newKey: newest && newest !== signing ? present(keyLine(domain, newest), verdictOf('new_key')) : null,
    oldKeys: keys.flatMap((key) =>
      key.retiredAt
        ? [
            {
              name: keyLine(domain, key).name,
              removableFrom: new Date(key.retiredAt.getTime() + ON_THE_WAY_MS).toISOString(),
            },
          ]
        : [],
    ),
    alignment: {
      signedBy: isInUse ? domain : null,
      bouncesTo: bouncesThere ? bounceDomainOf(domain) : mailDomain,
    },
  }
}

const present = (line: WantedLine, verdict: KeptVerdict | undefined): DomainLine => ({
  ...line,
  state: verdict?.state ?? 'missing',
  found: verdict && verdict.state !== 'found' ? verdict.found : null,
  fault: verdict?.fault ?? null,
})
