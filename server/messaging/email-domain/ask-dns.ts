import { Resolver } from 'node:dns/promises'
import { judge, policyNames, type Told, type Verdict, type WantedLine } from './domain-lines.ts'

const TIMEOUT_MS = 2_000
const TRIES = 2
/** There is no such name, or it has nothing of the kind. */
const SAYS_NO = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME'])

type Name = { type: WantedLine['type']; name: string }
export type AskDns = (asked: Name) => Promise<Told>

/** Asks the DNS anew, without what was asked before: `server`, or the one of this computer. */
export function dnsAsker(server: string | null): AskDns {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES })
  if (server) resolver.setServers([server])
  return async ({ type, name }) => {
    try {
      const values =
        type === 'CNAME'
          ? await resolver.resolveCname(name)
          : (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
      return values.length > 0 ? { is: 'told', values } : { is: 'missing' }
    } catch (failure) {
      const { code = '' } = failure as { code?: string }
      return { is: SAYS_NO.has(code) ? 'missing' : 'unanswered' }
    }
  }
}

/** What was found of a line; where nothing is, whether it stands behind the domain's name once more. */
export async function askAbout(ask: AskDns, domain: string, line: WantedLine): Promise<Verdict> {
  const verdict = judge(line, line.kind === 'dmarc' ? await askPolicy(ask, domain) : await ask(line))
  if (verdict.state !== 'missing') return verdict
  const doubled = judge(line, await ask({ ...line, name: `${line.name}.${domain}` }))
  return doubled.state === 'found' ? { ...doubled, state: 'differs', fault: 'doubled_name' } : verdict
}

/** The policy of the domain, or else of the nearest one above it. */
async function askPolicy(ask: AskDns, domain: string): Promise<Told> {
  let last: Told = { is: 'missing' }
  for (const name of policyNames(domain)) {
    last = await ask({ type: 'TXT', name })
    if (last.is !== 'missing') return last
  }
  return last
}
