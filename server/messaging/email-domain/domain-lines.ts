import type { DomainLine, DomainLineFault, DomainLineKind, DomainLineState } from '#contract/messaging/email-domain.ts'

/** What the DNS said. */
export type Told = { is: 'told'; values: string[] } | { is: 'missing' } | { is: 'unanswered' }
/** What was found of one line. */
export type Verdict = { state: DomainLineState; found: string | null; fault: DomainLineFault | null }
export type WantedLine = Pick<DomainLine, 'kind' | 'type' | 'name' | 'value'>

/** Where bounces of a church's own domain go: a name that leads to ours, mail and senders alike. */
export const bounceDomainOf = (domain: string): string => `bounces.${domain}`

const keyName = (selector: string, domain: string): string => `${selector}._domainkey.${domain}`

type PublicKey = { selector: string; publicKey: string }

/** The line that a key needs. */
export const keyLine = (domain: string, { selector, publicKey }: PublicKey): WantedLine => ({
  kind: 'dkim',
  type: 'TXT',
  name: keyName(selector, domain),
  value: `v=DKIM1; k=rsa; p=${publicKey}`,
})

/** The lines that a domain needs, in the order in which they are shown. */
export const wantedLines = (domain: string, key: PublicKey, mailDomain: string): WantedLine[] => [
  { kind: 'spf', type: 'CNAME', name: bounceDomainOf(domain), value: mailDomain },
  keyLine(domain, key),
  { kind: 'dmarc', type: 'TXT', name: `_dmarc.${domain}`, value: 'v=DMARC1; p=none' },
]

const FOUND_MAX_LENGTH = 600
const right = (found: string): Verdict => ({ state: 'found', found, fault: null })
const wrong = (found: string, fault: DomainLineFault): Verdict => ({
  state: 'differs',
  found: found.slice(0, FOUND_MAX_LENGTH),
  fault,
})
const UNANSWERED: Verdict = { state: 'unanswered', found: null, fault: null }
const MISSING: Verdict = { state: 'missing', found: null, fault: null }

/** What of a line was found, by what the DNS said under its name. */
export function judge({ kind, value }: WantedLine, told: Told): Verdict {
  if (told.is === 'unanswered') return UNANSWERED
  const values = told.is === 'told' ? told.values : []
  return judges[kind](value, values)
}

const judges: Record<DomainLineKind, (wanted: string, values: string[]) => Verdict> = {
  spf: judgeBounces,
  dkim: judgeKey,
  dmarc: judgePolicy,
}

function judgeBounces(wanted: string, [found]: string[]): Verdict {
  if (found === undefined) return MISSING
  const isOurs = found.toLowerCase().replace(/\.$/, '') === wanted.toLowerCase()
  return isOurs ? right(found) : wrong(found, 'elsewhere')
}

/** `v=DKIM1; k=rsa; p=…`: by its tags, whose blanks and order do not count. */
function tagsOf(text: string): Map<string, string> {
  const tags = text.split(';').map((part) => {
    const [name = '', ...value] = part.split('=')
    return [name.trim().toLowerCase(), value.join('=').replaceAll(/\s+/g, '')] as const
  })
  return new Map(tags)
}

function judgeKey(wanted: string, values: string[]): Verdict {
  const [found = ''] = values
  if (values.length === 0) return MISSING
  if (values.length > 1) return wrong(values.join('\n'), 'several')
  const key = tagsOf(wanted).get('p') ?? ''
  const { p = '', v = 'DKIM1', k = 'rsa' } = Object.fromEntries(tagsOf(found))
  if (p === key && v === 'DKIM1' && k === 'rsa') return right(found)
  if (/["“”]/.test(found)) return wrong(found, 'quoted')
  return wrong(found, p !== '' && p.length < key.length && key.startsWith(p) ? 'cut' : 'other')
}

const POLICIES = new Set(['none', 'quarantine', 'reject'])

/** Any policy does: a stricter one of the church's stays. Other texts under the name are passed over, as readers do. */
function judgePolicy(_wanted: string, values: string[]): Verdict {
  const policies = values.filter((value) => /^\s*v\s*=\s*DMARC1\s*(;|$)/.test(value))
  const [found] = policies
  if (found === undefined) return values[0] === undefined ? MISSING : wrong(values[0], 'other')
  if (policies.length > 1) return wrong(policies.join('\n'), 'several')
  return POLICIES.has(tagsOf(found).get('p')?.toLowerCase() ?? '') ? right(found) : wrong(found, 'other')
}

/** Where a policy may stand as well: at any name above, the last two parts included. */
export function policyNames(domain: string): string[] {
  const parts = domain.split('.')
  return parts.slice(0, -1).map((_, index) => `_dmarc.${parts.slice(index).join('.')}`)
}
