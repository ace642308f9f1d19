import { Phrase, useTexts } from '../lib/languages/index.ts'
import { useSupport } from '../lib/support.ts'
import { Note } from '../ui/surfaces/note.tsx'
import { MailLink } from './mail-link.tsx'

const texts = {
  units: 'billing.noPrice.units',
  subscription: 'billing.noPrice.subscription',
  account: 'billing.noPrice.account',
} as const

/** What cannot be bought in a currency, and whom to write to. */
export function NoPrice({ what }: { what: keyof typeof texts }) {
  const t = useTexts()
  const email = useSupport()?.email
  return (
    <Note tone="warn">
      {email ? (
        <Phrase id={texts[what]} values={{ email }} parts={{ mail: <MailLink email={email} /> }} />
      ) : (
        t('billing.noPrice.nobody')
      )}{' '}
      {t('billing.noPrice.feedback')}
    </Note>
  )
}
