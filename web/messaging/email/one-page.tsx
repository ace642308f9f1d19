import { Link, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { readEmailPage, type SentEmail } from '#contract/messaging/emails.ts'
import type { RecipientState } from '#contract/messaging/sent-sms.ts'
import { ApiFailure } from '../../api/call.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { useCan } from '../../session/session.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { IconCopy, IconEye } from '../../ui/icons.ts'
import { Empty, Failed, Loading } from '../../ui/states/index.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { DeliveryBar, StateMark } from '../sent/delivery-view.tsx'
import { useDayWords } from '../lists/when.ts'
import classes from './email.module.css'
import { useOneEmail } from './queries.ts'

// The figures are there at once, while the table is still on its way.
const Recipients = lazy(async () => ({ default: (await import('./recipients.tsx')).Recipients }))
const CancelRest = lazy(async () => ({ default: (await import('./cancel-rest.tsx')).CancelRest }))
const EmailFrame = lazy(async () => ({ default: (await import('./email-frame.tsx')).EmailFrame }))

type One = { email: SentEmail }

function Line({ email: { sentAt, sentBy } }: One) {
  const t = useTexts()
  const format = useFormat()
  const day = useDayWords()
  const when = t('messaging.sent.dayAndTime', { day: day(sentAt), time: format.time(sentAt) })
  return t('messaging.emailOne.line', { when, name: sentBy })
}

type Figure = { word: TextId; count: number | null; mark?: RecipientState; aside?: ReactNode }

/** Where somebody may read why: addresses that nothing more goes to. */
function Bounced({ email: { counts } }: One) {
  const t = useTexts()
  const forGood = counts.bounced - counts.bouncedForNow
  if (counts.bounced === 0) return null
  return (
    <>
      {forGood > 0 && <Link to={paths.stoppedAddresses}>{t('messaging.emailOne.forGood', { count: forGood })}</Link>}
      {counts.bouncedForNow > 0 && <span>{t('messaging.emailOne.forNow', { count: counts.bouncedForNow })}</span>}
    </>
  )
}

/** Who called the rest back; nobody, where it is only that people opted out. */
function Cancelled({ email: { cancelled } }: One) {
  const t = useTexts()
  const { lately } = useFormat()
  return cancelled && t('messaging.report.cancelledBy', { name: cancelled.by, when: lately(cancelled.at) })
}

/** Opening is counted only where the church wants that. */
function NotCounted() {
  const t = useTexts()
  const mayChange = useCan('church.manage')
  return (
    <>
      {t('messaging.emailOne.notCounted')}{' '}
      {mayChange && <Link to={paths.emailSettings}>{t('messaging.emailOne.settings')}</Link>}
    </>
  )
}

function useFigures({ email }: One): Figure[] {
  const t = useTexts()
  const { lately } = useFormat()
  const { counts, recipients } = email
  return [
    {
      word: 'messaging.emailOne.delivered',
      count: counts.delivered,
      mark: 'delivered',
      aside: t('messaging.emailOne.of', { count: recipients }),
    },
    {
      word: 'messaging.emailOne.accepted',
      count: counts.accepted,
      mark: 'sent',
      aside: t('messaging.emailOne.acceptedNote'),
    },
    { word: 'messaging.emailOne.bounced', count: counts.bounced, mark: 'failed', aside: <Bounced email={email} /> },
    {
      word: 'messaging.emailOne.unsubscribed',
      count: counts.unsubscribed,
      aside: t('messaging.emailOne.spam', { count: counts.markedAsSpam }),
    },
    {
      word: 'messaging.emailOne.opened',
      count: counts.opened,
      aside: counts.opened === null ? <NotCounted /> : t('messaging.emailOne.openedNote'),
    },
    ...(counts.skipped > 0
      ? [
          {
            word: 'messaging.emailOne.skipped',
            count: counts.skipped,
            mark: 'skipped',
            aside: <Cancelled email={email} />,
          } satisfies Figure,
        ]
      : []),
    ...(counts.waiting > 0
      ? [
          {
            word: 'messaging.emailOne.waiting',
            count: counts.waiting,
            mark: 'queued',
            aside: email.leavesAt && t('messaging.sent.leaves', { when: lately(email.leavesAt) }),
          } satisfies Figure,
        ]
      : []),
  ]
}

/** What became of it, in figures. */
function Figures({ email }: One) {
  const t = useTexts()
  const { number } = useFormat()
  const { counts } = email
  const bar = {
    ...counts,
    queued: counts.waiting,
    sent: counts.accepted,
    no_report: 0,
    failed: counts.bounced,
  }
  return (
    <Card title={t('messaging.emailOne.report')}>
      <DeliveryBar counts={bar} large />
      <dl className={classes['figures']}>
        {useFigures({ email }).map(({ word, count, mark, aside }) => (
          <div key={word}>
            <dt>
              {mark && <StateMark state={mark} />}
              {t(word)}
            </dt>
            <dd>
              <span className={`${classes['count']} num`}>{count === null ? '–' : number(count)}</span>
              {aside && <span className={classes['aside']}>{aside}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

const isMissing = (failure: Error) =>
  failure instanceof ApiFailure && (failure.code === 'not_found' || failure.code === 'invalid_input')

function Trouble({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useTexts()
  if (!isMissing(error)) return <Failed failure={error} onRetry={onRetry} />
  return (
    <Empty
      title={t('messaging.emailOne.missingTitle')}
      picture="lens"
      action={<ButtonLink to={paths.sentEmails}>{t('messaging.emailList.title')}</ButtonLink>}
    >
      {t('messaging.emailOne.missingText')}
    </Empty>
  )
}

function Page({ id }: { id: string }) {
  const t = useTexts()
  const canSend = useCan('messages.send')
  const [isSeen, see] = useState(false)
  const { data: email, error, refetch } = useOneEmail(id)
  const mayCancel = canSend && email && email.counts.waiting > 0 && email.state !== 'cancelled'
  const actions = email && (
    <>
      <Button icon={IconEye} aria-pressed={isSeen} onClick={() => see(!isSeen)}>
        {t('messaging.emailOne.see')}
      </Button>
      {canSend && (
        <ButtonLink to={paths.composeEmail} search={{ messageId: id }} icon={IconCopy}>
          {t('messaging.emailOne.useAgain')}
        </ButtonLink>
      )}
      {mayCancel && (
        <Suspense>
          <CancelRest email={email} />
        </Suspense>
      )}
    </>
  )
  return (
    <>
      <PageHeader
        title={email?.subject ?? t('messaging.emailOne.title')}
        back={{ to: paths.sentEmails, label: t('messaging.emailList.title') }}
        actions={actions}
      >
        {email && <Line email={email} />}
      </PageHeader>
      {!email && (error ? <Trouble error={error} onRetry={() => void refetch()} /> : <Loading rows={5} />)}
      {email && (
        <div className={classes['one']}>
          <Figures email={email} />
          {isSeen && (
            <Suspense fallback={<Loading rows={5} />}>
              <EmailFrame address={readEmailPage.path.replace('{id}', id)} title={t('messaging.emailOne.frame')} />
            </Suspense>
          )}
          <Suspense fallback={<Loading rows={5} />}>
            <Recipients email={email} />
          </Suspense>
        </div>
      )}
    </>
  )
}

/** One sent email: how it looked, and what became of it. */
export function OnePage() {
  const { id } = useParams({ from: '/tenant/email/sent/$id' })
  return <Page key={id} id={id} />
}
