import type { Renewal } from '#contract/billing/renewal.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { useMoney } from '../../languages/money.ts'
import { paths } from '../../routing/paths.ts'
import { useSession } from '../../session/session.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { isComing, useCardName, useTodayNearEnd } from './card-words.ts'
import classes from './ending-banner.module.css'
import { useRenewal } from './queries.ts'

/** So few days before the end it is more than a warning. */
const URGENT_DAYS = 2

/** That the end is taken care of: what is taken, when, from which card. */
function Coming({ renewal: { next, card } }: { renewal: Renewal }) {
  const t = useTexts()
  const format = useFormat()
  const money = useMoney()
  const nameOf = useCardName()
  const today = useTodayNearEnd()
  if (!next || !card) return null
  const taken = { sum: money.minor(next.amountMinor, next.currency), card: nameOf(card) }
  const isToday = next.takenOn <= today
  return (
    <Note
      tone="info"
      isQuiet
      action={
        <ButtonLink to={paths.subscription} size="sm">
          {t('billing.ending.change')}
        </ButtonLink>
      }
    >
      <p className="strong">
        {isToday
          ? t('billing.ending.takenToday', taken)
          : t('billing.ending.taken', { ...taken, day: format.day(next.takenOn) })}
      </p>
      <p>{t('billing.ending.until', { day: format.day(next.paidUntil) })}</p>
    </Note>
  )
}

function Over() {
  const t = useTexts()
  const format = useFormat()
  const { church } = useSession()
  return (
    <Note
      tone="bad"
      isQuiet
      action={
        <ButtonLink to={paths.subscribeWhileGated} kind="primary" size="sm">
          {t('billing.ending.subscribe')}
        </ButtonLink>
      }
    >
      <p className="strong">{t('billing.ending.over', { day: format.day(church.expiresOn) })}</p>
      <p>{t('billing.ending.nothingLost')}</p>
    </Note>
  )
}

function Soon({ days }: { days: number }) {
  const t = useTexts()
  const format = useFormat()
  const { church } = useSession()
  const day = format.day(church.expiresOn)
  return (
    <Note
      tone={days <= URGENT_DAYS ? 'bad' : 'warn'}
      isQuiet
      action={
        <ButtonLink to={paths.subscription} size="sm">
          {t('billing.ending.renew')}
        </ButtonLink>
      }
    >
      <p className="strong">{days === 0 ? t('billing.ending.today') : t('billing.ending.soon', { days, day })}</p>
      <p>{t('billing.ending.text')}</p>
    </Note>
  )
}

/** On every screen from seven days before the end of the subscription on; for those who can do something about it. */
export function EndingBanner() {
  const t = useTexts()
  const { endsIn } = useSession()
  const { data: renewal } = useRenewal(endsIn !== null)
  if (endsIn === null) return null
  const isTakenCareOf = renewal !== undefined && isComing(renewal)
  return (
    <aside className={classes['banner']} aria-label={t('billing.ending.label')}>
      {isTakenCareOf ? <Coming renewal={renewal} /> : endsIn < 0 ? <Over /> : <Soon days={endsIn} />}
    </aside>
  )
}
