import { renderEmail, type Mail } from '../../platform/mail/index.ts'
import { dayText, type Keeper } from '../keepers/index.ts'
import type { ComingCharge } from '../renewal/index.ts'
import { reminderWords } from './reminder-words.ts'

type Reminded = {
  keeper: Keeper
  expiresOn: string
  /** Negative: it ended so many days ago. */
  daysLeft: number
  isTrial: boolean
  /** What is taken by itself; null: nothing. */
  charge: ComingCharge | null
  publicUrl: string
}

/** That a subscription ends or has ended, what works in spite of it, and what to do. */
export function reminderMail({ keeper, expiresOn, daysLeft, isTrial, charge, publicUrl }: Reminded): Mail {
  const { language, email: to, firstName, churchName } = keeper
  const words = reminderWords[language]
  const about = { churchName, day: dayText(expiresOn, language), daysLeft, isTrial }
  const [state, page] =
    daysLeft >= 0 ? (['before', '/tenant/subscription'] as const) : (['after', '/subexpired'] as const)
  return renderEmail({
    to,
    language,
    subject: words[state].subject(about),
    paragraphs: [
      words.hello(firstName),
      words[state].text(about),
      ...(charge ? [words.charge({ ...charge, takenOn: dayText(charge.takenOn, language) })] : []),
      words[state].works,
    ],
    button: { title: words.button, link: publicUrl + page },
    closing: words.closing,
  })
}
