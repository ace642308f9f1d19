import { domainToASCII } from 'node:url'

/** Of people rather than of churches: whoever has an address there cannot add lines to it. With any ending. */
const MAIL_SERVICES = new Set(
  'gmail googlemail yahoo ymail rocketmail hotmail outlook live msn icloud aol gmx proton protonmail yandex zohomail mailru freemail'.split(
    ' ',
  ),
)
/** The same, whole: their first part could be anybody's. */
const OTHER_SERVICES = new Set(
  'me.com mac.com mail.com mail.ru bk.ru inbox.ru list.ru web.de t-online.de orange.fr wanadoo.fr free.fr laposte.net sfr.fr pm.me tutanota.com tuta.io fastmail.com hey.com zoho.com'.split(
    ' ',
  ),
)

const NAME = /^(?=.{4,200}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/

/**
 * The domain that somebody typed, an address or a link included, as it stands in the DNS. `invalid`: it can be none, or is the
 * installation's (`ours`); `mail_service`: nobody outside can add lines to it.
 */
export function readDomain(typed: string, ours: readonly string[]): { domain: string } | 'invalid' | 'mail_service' {
  const bare = typed
    .trim()
    .replace(/^[a-z]+:\/\//i, '')
    .replace(/^.*@/, '')
    .replace(/[/?#].*$/, '')
    .replace(/^www\./i, '')
    .replace(/\.$/, '')
  const domain = domainToASCII(bare).toLowerCase()
  if (!NAME.test(domain) || /^[\d.]+$/.test(domain) || ours.some((own) => isWithin(domain, own))) return 'invalid'
  return isMailService(domain) ? 'mail_service' : { domain }
}

const isWithin = (domain: string, own: string): boolean => domain === own || domain.endsWith(`.${own}`)

/** `yahoo.co.uk` as well as `gmail.com`; `gmail.grace.example` is a church's. */
function isMailService(domain: string): boolean {
  if (OTHER_SERVICES.has(domain)) return true
  const [first = '', ...ending] = domain.split('.')
  return MAIL_SERVICES.has(first) && ending.every((part) => part.length <= 3 || part === 'example')
}
